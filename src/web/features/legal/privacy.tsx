import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import type { ArticleSection } from '#web/ui/article.tsx'
import { SupportEmail } from '#web/ui/support-email.tsx'
import { LegalText } from './legal-text.tsx'
import { deletion, keeping } from './privacy-keeping.tsx'

const privacy: readonly ArticleSection[] = [
  {
    id: 'short',
    title: 'In short',
    content: (
      <>
        <ul>
          <li>
            We keep what the service needs to work: your account, what you upload and write, and numbers of visits.
          </li>
          <li>
            No cookies but the one that remembers which closed galleries you were let into, no advertising, no tracking
            by others, nothing sold or passed on.
          </li>
          <li>
            Pictures never tell the place where they were taken. Downloads keep the date, the author and the copyright;
            camera, lens and exposure only where the owner of a link shows them.
          </li>
          <li>What you delete is deleted.</li>
        </ul>
        <p>
          Responsible is whoever runs this service, called “we” here, reached at <SupportEmail />.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    content: (
      <>
        <p>
          Your name, your email address, the day you registered, and your password, of which only a hash is kept
          (Argon2id): nobody can read it, not even we. Your name is shown beside your images and comments to those who
          may see them. Your address is shown to nobody but those who run this service.
        </p>
        <p>
          For each place where you are signed in: a hash of the session’s key, a few words about the device such as
          “Firefox on Linux”, when it began, when it was last used and when it ends. No network address. Sessions end
          after 24 hours, or 30 days with “Remember me”, and are then removed. You see and end them in Account Settings.
        </p>
        <p>A link to reset your password works once and for one hour; of it, too, only a hash is kept.</p>
        <p>
          Those who run this service see your name and address, your plan, how much you use of it and where you are
          signed in. What they do to an account (set its plan or limits, disable it, delete it) is written down with the
          address of the account, and kept for 400 days. Who reports a gallery is not kept, only the words, until
          somebody has looked into it or the link is deleted.
        </p>
      </>
    ),
  },
  {
    id: 'pictures',
    title: 'Links, pictures and comments',
    content: (
      <>
        <p>
          What you type (titles, descriptions, comments) and the pictures you upload, in several sizes. Whoever may see
          a link sees them, with your name, the name of the file, and the date a picture was taken if the camera wrote
          one.
        </p>
        <p>
          What is sent of a picture has the position, serial numbers and all else that a camera adds cut out, but for
          the date, the author and the copyright, and camera details where you choose to show them. The file as you
          uploaded it is kept too, with all that is in it; only you can fetch it.
        </p>
        <p>
          Of the password of a link only a hash is kept. Of the people you invite we keep the name and, where you enter
          it, the email address; you alone see them. Their address is used for the invitation that you send, and for
          nothing else. Where somebody opens a gallery with a password or an invitation, we keep a hash of the number in
          their cookie and when it was last used, for 30 days from then. You see how often each invitation was opened,
          and when last: whoever opens one is known to the owner by the name on it.
        </p>
        <p>
          Of somebody who chooses pictures without an account we keep which ones, their notes, and the name, email
          address and message that they send with the choice. The owner of the link alone sees it. It goes when the
          owner deletes it, and with the link.
        </p>
        <p>
          A comment is seen by everybody who may see its image, and can be deleted by its author and by the owner of the
          link.
        </p>
      </>
    ),
  },
  {
    id: 'counting',
    title: 'Counting visits',
    content: (
      <>
        <p>
          The owner of a link sees how often it was opened, how often its images were viewed and downloaded, and,
          depending on the plan, on which days, from which sites (the name of the site, not the page), with which kinds
          of devices (phone, tablet, computer), and by how many different visitors a day. These are numbers; they name
          nobody.
        </p>
        <p>
          To count nobody twice, a hash is made of your network address, your browser’s name for itself, what you looked
          at and a random value of the day. The hash alone is kept, and the random value is thrown away after its day:
          from then on nobody can find out whose it was, not even we. The address itself is not stored. Owners, search
          engines and chat previews are not counted.
        </p>
      </>
    ),
  },
  ...keeping,
  {
    id: 'others',
    title: 'Who else gets something',
    content: (
      <>
        <p>
          Nobody, save those who run machines for us: where this service’s computers, storage and mail are somebody
          else’s, these work for us and see only what they need for it. Fonts, scripts and pictures of these pages all
          come from this service.
        </p>
        <p>
          If you pay by card, Stripe gets what you enter on its page and your email address, under its own privacy
          policy. What stands in your browser is described in the{' '}
          <Link className="link" to={pages.cookiePolicy}>
            Cookie Policy
          </Link>
          .
        </p>
      </>
    ),
  },
  ...deletion,
]

export const PrivacyPage = () => <LegalText title="Privacy Policy" since="Nov 16, 2026" sections={privacy} />
