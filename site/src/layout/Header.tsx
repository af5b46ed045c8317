import { Link, NavLink } from 'react-router';
import { useTexts } from '../texts/index.ts';
import type { Frame } from './frame.ts';

/** Name or logo of the site, its pages, and the link to sign-in or account. Without `frame`, only a link home. */
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
            {/* A full page load, because only the content security policy of the sign-in page may allow a captcha. */}
            {frame.memberName === null ? (
              <NavLink className="nav-account" to="/sign-in" reloadDocument>
                {texts.signIn}
              </NavLink>
            ) : (
              <NavLink className="nav-account" to="/account" reloadDocument>
                {frame.memberName}
              </NavLink>
            )}
          </nav>
        )}
      </div>
    </header>
  );
}
