import { Link, NavLink } from 'react-router';
import type { Frame } from './frame.ts';

/** Name of the site, its pages, and the member's door. A frame is missing only where the site itself is. */
export function Header({ frame }: { frame: Frame | undefined }) {
  return (
    <header className="header">
      <div className="header-inside">
        <Link className="site-name" to="/">
          {frame?.siteName ?? 'Home'}
        </Link>
        {frame && (
          <nav className="nav" aria-label="Main">
            {frame.links.map((link) => (
              <NavLink key={link.to} to={link.to}>
                {link.label}
              </NavLink>
            ))}
            {frame.memberName === null ? (
              <NavLink className="nav-door" to="/sign-in">
                Sign in
              </NavLink>
            ) : (
              <NavLink className="nav-door" to="/account">
                {frame.memberName}
              </NavLink>
            )}
          </nav>
        )}
      </div>
    </header>
  );
}
