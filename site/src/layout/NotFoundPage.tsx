import { data } from 'react-router';

/** Matches every path without a page. */
export function loader(): never {
  throw data(null, { status: 404 });
}

/** Never rendered. Without a component, React Router would treat the route as a resource without an error page. */
export default function NotFoundPage() {
  return null;
}
