import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { passCookie } from '#shared/passes.ts'
import type { ArticleSection } from '#web/ui/article.tsx'
import { SupportEmail } from '#web/ui/support-email.tsx'
import { LegalText } from './legal-text.tsx'

const stored = [
  {
    key: 'authToken',
    what: 'Your session key, so you stay signed in when you come back.',
    until: 'You log out, or the session ends: after 24 hours, or 30 days with “Remember me”.',
  },
  {
    key: 'user',
    what: 'Your name and email, so pages can show them right away.',
    until: 'The same as authToken.',
  },
  {
    key: 'theme',
    what: '“light” or “dark”, if you’ve chosen one.',
    until: 'You switch back to the system theme.',
  },
  {
    key: 'choice …',
    what: 'Favorites you picked in a gallery while you were offline.',
    until: 'They’re saved on the server.',
  },
]

const cookiePolicy: readonly ArticleSection[] = [
  {
    id: 'one-cookie',
    title: 'One cookie, to remember your access',
    content: (
      <>
        <p>
          Viewing a public link doesn’t set any cookies. If you open a gallery with a password or a personal invitation,
          your browser gets one, called {passCookie} (over https, __Host-{passCookie}). It contains a random number for
          each of these galleries (20 at most), so we don’t have to ask you again. Scripts can’t read it, and no other
          site gets it. It expires 30 days after your last visit, or when the gallery no longer lets you in.
        </p>
        <p>
          If you pick favorites without an account, the same cookie identifies them as yours. It’s set when you pick the
          first one, never just by viewing.
        </p>
        <p>
          There’s no cookie banner, because there’s nothing to agree to: no advertising, no tracking, and nothing loaded
          from other servers while you view photos.
        </p>
      </>
    ),
  },
  {
    id: 'storage',
    title: 'What’s stored in your browser',
    content: (
      <>
        <p>
          There can also be up to four entries in your browser’s local storage. They stay on your device, and no other
          site can read them. If you never log in, choose a theme or pick favorites offline, there are none.
        </p>
        <table>
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">Purpose</th>
              <th scope="col">Until</th>
            </tr>
          </thead>
          <tbody>
            {stored.map(({ key, what, until }) => (
              <tr key={key}>
                <th scope="row">{key}</th>
                <td>{what}</td>
                <td>{until}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          Only authToken is sent to this service with your requests, and to no one else. Like any browser, yours also
          caches images and pages for a while, so they don’t have to be downloaded twice.
        </p>
      </>
    ),
  },
  {
    id: 'counting',
    title: 'Counting without cookies',
    content: (
      <p>
        We count views for the owner of a link without storing anything in your browser. See how that works in the{' '}
        <Link className="link" to={`${pages.privacy}#counting`}>
          Privacy Policy
        </Link>
        .
      </p>
    ),
  },
  {
    id: 'payment',
    title: 'When you pay',
    content: (
      <p>
        If this site sells plans by card, the payment page is Stripe’s, on Stripe’s own domain. What it stores in your
        browser is described in Stripe’s cookie policy.
      </p>
    ),
  },
  {
    id: 'remove',
    title: 'How to remove it all',
    content: (
      <p>
        Logging out removes authToken and user. Clearing the site data in your browser’s settings removes everything:
        you’ll be signed out, galleries will ask for their passwords again, and nothing else is lost. Questions? Email
        us at <SupportEmail />.
      </p>
    ),
  },
]

export const CookiePolicyPage = () => <LegalText title="Cookie Policy" since="Nov 16, 2026" sections={cookiePolicy} />
