import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { passCookie } from '#shared/passes.ts'
import type { ArticleSection } from '#web/ui/article.tsx'
import { SupportEmail } from '#web/ui/support-email.tsx'
import { LegalText } from './legal-text.tsx'

const stored = [
  {
    key: 'authToken',
    what: 'The key of your session, so that you stay signed in when you come back.',
    until: 'You log out, or the session ends: after 24 hours, or 30 days with “Remember me”.',
  },
  {
    key: 'user',
    what: 'Your name and email as this service knows them, so that pages can greet you at once.',
    until: 'The same as authToken.',
  },
  {
    key: 'theme',
    what: '“light” or “dark”, where you have chosen one of them.',
    until: 'You go back to the theme of your system.',
  },
  {
    key: 'choice …',
    what: 'Pictures you marked in a gallery while there was no connection.',
    until: 'They have arrived.',
  },
]

const cookiePolicy: readonly ArticleSection[] = [
  {
    id: 'one-cookie',
    title: 'One cookie, for galleries that know you again',
    content: (
      <>
        <p>
          To look at a public link sets no cookie. Where you open a gallery with a password, or by a personal
          invitation, your browser gets one, called {passCookie} (over https, __Host-{passCookie}): a random number for
          each such gallery, at most 20. It says that you were let in, so that you need not be asked again. Scripts
          cannot read it and no other site gets it. It ends 30 days after your last visit, or when its gallery no longer
          lets you in.
        </p>
        <p>
          Where you choose pictures without an account, the same cookie says that the choice is yours. It is set by the
          first picture you mark, never by looking.
        </p>
        <p>
          There is no banner to click away, because there is nothing to agree to: no advertising, no tracking, and
          nothing fetched from anybody else’s servers while you look at pictures.
        </p>
      </>
    ),
  },
  {
    id: 'storage',
    title: 'What stands in your browser',
    content: (
      <>
        <p>
          Besides, four entries may stand in your browser’s local storage. They stay on your device; no other site can
          read them. Visitors who never sign in, never choose a theme and mark no picture without a connection have
          none.
        </p>
        <table>
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">What for</th>
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
          Of these, authToken is sent back to this service with what you do, and to nobody else. Like any browser, yours
          also keeps copies of pictures and pages for a while, so that they need not be fetched twice.
        </p>
      </>
    ),
  },
  {
    id: 'counting',
    title: 'Counting without cookies',
    content: (
      <p>
        Visits are counted for the owner of a link without leaving anything in your browser. How that works stands in
        the{' '}
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
        Where plans are sold by card, the payment page is Stripe’s own, at Stripe’s own address. What it stores in your
        browser is stored for that address and described in Stripe’s own cookie policy.
      </p>
    ),
  },
  {
    id: 'remove',
    title: 'How to remove it all',
    content: (
      <p>
        Logging out removes authToken and user. Clearing the site data in your browser’s settings removes everything;
        you are then signed out, galleries ask for their passwords again, and nothing else is lost. Questions go to{' '}
        <SupportEmail />.
      </p>
    ),
  },
]

export const CookiePolicyPage = () => <LegalText title="Cookie Policy" since="Nov 16, 2026" sections={cookiePolicy} />
