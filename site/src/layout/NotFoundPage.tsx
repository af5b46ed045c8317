import { data } from 'react-router';

/** Every address that no page has. */
export function loader(): never {
  throw data(null, { status: 404 });
}

/** Never shown; without it the address would be taken for a file, and answered without a page. */
export default function NotFoundPage() {
  return null;
}
