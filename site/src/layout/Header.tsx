import { Link, NavLink } from 'react-router';
import { useTexts } from '../texts/index.ts';
import type { Frame } from './frame.ts';

/** Name or logo of the site, its pages, and the member's door. A frame is missing only where the site itself is. */
export function Header({ frame }: { frame: Frame | undefined }) {
  const texts = useTexts().site.frame;
  return (
    <header className="header">
      <div className="header-inside">
        <Link className="site-name" to="/">
          {frame?.logoUrl ? (
            <img className="site-logo" src={frame.logoUrl} alt={frame.siteName} referrerPolicy="no-referrer" />
          ) : (
            (frame?.siteName ?? texts.home)
          )}
        </Link>
        {frame && (
          <nav className="nav" aria-label={texts.main}>
            {frame.links.map((link) => (
              <NavLink key={link.to} to={link.to}>
                {link.label}
              </NavLink>
            ))}
            {/* A whole page load: the policy of the sign-in page may let a captcha in, that of other pages does not. */}
            {frame.memberName === null ? (
              <NavLink className="nav-door" to="/sign-in" reloadDocument>
                {texts.signIn}
              </NavLink>
            ) : (
              <NavLink className="nav-door" to="/account" reloadDocument>
                {frame.memberName}
              </NavLink>
            )}
          </nav>
        )}
      </div>
    </header>
  );
}
