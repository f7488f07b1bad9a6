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
          <li>We store what the service needs to work: your account, what you upload and write, and view counts.</li>
          <li>
            The only cookie remembers which private and password-protected galleries you can open. No advertising, no
            third-party tracking, and nothing is sold or passed on.
          </li>
          <li>
            Photos never reveal where they were taken. Downloads keep the date, author and copyright. They include
            camera, lens and exposure only if the link’s owner shows them.
          </li>
          <li>When you delete something, it’s gone.</li>
        </ul>
        <p>
          The operator of this service (“we”) is responsible for your data. You can reach us at <SupportEmail />.
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
          We store your name, your email address, the day you registered and a hash of your password (Argon2id). No one
          can read your password, not even us. Your name is shown with your images and comments to people who can see
          them. Your email address is only visible to the administrators of this service.
        </p>
        <p>
          For each device where you’re signed in, we store a hash of the session key, a short description of the device
          such as “Firefox on Linux”, and when the session started, was last used and ends. We don’t store your IP
          address. Sessions end after 24 hours, or 30 days with “Remember me”, and are then deleted. You can see and end
          them in Account Settings.
        </p>
        <p>A password reset link works once and expires in one hour. We only store a hash of it, too.</p>
        <p>
          Administrators can see your name and email address, your plan and its usage, and where you’re signed in. When
          they change an account’s plan or limits, disable it or delete it, that’s logged with the account’s email
          address for 400 days. Reports of galleries are anonymous. We keep the text until someone has reviewed it or
          the link is deleted.
        </p>
      </>
    ),
  },
  {
    id: 'pictures',
    title: 'Links, photos and comments',
    content: (
      <>
        <p>
          We store what you type (titles, descriptions, comments) and the photos you upload, in several sizes. Anyone
          who can see a link sees them, with your name, the file name and the date taken, if the camera recorded it.
        </p>
        <p>
          We remove the location, serial numbers and everything else a camera adds from the photos we send. We keep the
          date, author and copyright, and camera details if you choose to show them. We also keep the original file with
          all its data. Only you can download it.
        </p>
        <p>
          We only store a hash of a link’s password. For people you invite, we store the name and, if you enter it, the
          email address. Only you can see them, and we only use the address to send your invitation. When someone opens
          a gallery with a password or an invitation, we store a hash of the number in their cookie and when it was last
          used, and delete both 30 days after that. Owners see how often each invitation was opened and when it was last
          opened, next to the name they gave it.
        </p>
        <p>
          When someone picks favorites without an account, we store which photos they picked, their notes, and the name,
          email address and message they send with them. Only the link’s owner can see this. It’s deleted when the owner
          deletes it or the link.
        </p>
        <p>Everyone who can see an image can see its comments. The author and the link’s owner can delete them.</p>
      </>
    ),
  },
  {
    id: 'counting',
    title: 'Counting views',
    content: (
      <>
        <p>
          The owner of a link sees how often it was opened and how often its images were viewed and downloaded.
          Depending on the plan, they also see on which days, from which sites (the site’s name, not the page), on what
          kind of device (phone, tablet, computer) and by how many different visitors a day. These are just numbers.
          They don’t identify anyone.
        </p>
        <p>
          To avoid counting anyone twice, we create a hash of your IP address, your browser’s user agent, what you
          viewed and a random value that changes daily. We only store the hash, and we delete the random value after its
          day. From then on no one can find out whose hash it was, not even us. We don’t store the IP address itself.
          Owners, search engines and chat previews aren’t counted.
        </p>
      </>
    ),
  },
  ...keeping,
  {
    id: 'others',
    title: 'Who else gets your data',
    content: (
      <>
        <p>
          No one, except the companies that host servers, storage or email for us. They work on our behalf and only see
          what they need for that. All fonts, scripts and images on these pages come from this service.
        </p>
        <p>
          If you pay by card, Stripe gets what you enter on its page and your email address, under its own privacy
          policy. What’s stored in your browser is described in the{' '}
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
