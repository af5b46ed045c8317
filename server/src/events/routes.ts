import { eventsEndpoints as calls } from '@portico/contract/events';
import { bind, type Route } from '../http/bind.ts';
import { getActivity } from './activity.ts';

export const eventsRoutes: Route[] = [bind(calls.getActivity, getActivity)];
