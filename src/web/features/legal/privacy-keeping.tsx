import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import type { ArticleSection } from '#web/ui/article.tsx'
import { SupportEmail } from '#web/ui/support-email.tsx'

export const keeping: readonly ArticleSection[] = [
  {
    id: 'messages',
    title: 'Messages and email',
    content: (
      <>
        <p>
          Messages you send with the contact form are stored with the name and email address you enter, and emailed to
          support. We keep them until support deletes them, even after your account is deleted, but then they’re no
          longer connected to the account.
        </p>
        <p>
          If you ask for more time on an expired link, your name and message are emailed to its owner, and stored for
          the owner to read for up to 90 days.
        </p>
        <p>
          If you follow a gallery, you give us an email address. We don’t use it for anything else or show it to anyone.
          The gallery’s owner only sees the number of followers. We delete the address when you unsubscribe, when the
          gallery is deleted, or after a week if you don’t confirm it.
        </p>
        <p>
          We only email you to reset a password, to answer you, or because a visitor or a gallery’s owner asked us to.
          We don’t send newsletters.
        </p>
      </>
    ),
  },
  {
    id: 'invitations',
    title: 'Invitations and passwords',
    content: (
      <>
        <p>
          An owner who invites you gives us a name for you and, to send the invitation, your email address. Only that
          owner can see them. We don’t use them for anything else, and they’re deleted with the link. The owner sees how
          often the invitation was used and when it was last used.
        </p>
        <p>
          We store that your browser has access and when it last visited, for 30 days. To slow down password guessing,
          we count attempts for 15 minutes, under a code that doesn’t reveal your IP address.
        </p>
      </>
    ),
  },
  {
    id: 'guests',
    title: 'Comments without an account',
    content: (
      <>
        <p>
          If a gallery’s owner lets everyone comment, we store the name you enter, your comment and a hash of the number
          in your browser’s cookie, so you can edit or delete the comment for 30 days after your last visit. The owner
          may review comments before others see them. We don’t store your IP address with them. To prevent spam, we
          count comments for ten minutes under a code that doesn’t reveal it.
        </p>
        <p>
          Your comments are deleted when you or the owner delete them, and with the photo, the gallery or the owner’s
          account. The owner is notified of them by email and on an activity page, which goes back 90 days.
        </p>
      </>
    ),
  },
  {
    id: 'payments',
    title: 'Payments',
    content: (
      <p>
        You enter your card number on Stripe’s page, and it never reaches us. We store Stripe’s IDs for you and your
        subscription, your plan, its status and the date it’s paid until. We keep a record of the Stripe messages we’ve
        processed for 90 days. Stripe keeps the invoices.
      </p>
    ),
  },
  {
    id: 'logs',
    title: 'Logs and protection',
    content: (
      <p>
        Logs contain the type of request, its result and its time, but not your IP address, a link’s URL or what was
        sent. Unexpected errors are logged with the error message from the database or email server. While no email
        server is set up, emails are logged with their recipient. To slow down guessing, IP addresses are counted in
        memory for up to an hour. Addresses that try link passwords, ask for more time or request emails are counted for
        up to a day, as a keyed hash. The addresses themselves are never stored.
      </p>
    ),
  },
]

export const deletion: readonly ArticleSection[] = [
  {
    id: 'deleting',
    title: 'Deletion and retention',
    content: (
      <>
        <p>
          We keep everything above until you delete it, unless stated otherwise. A deleted image or link is gone
          immediately, with its comments and statistics. Its files are removed shortly after. Deleting your account
          removes your name, email address, password, sessions, links, images and every comment you wrote.
        </p>
        <p>
          We make backups. Deleted data may remain in them until they’re replaced, and is only restored after a
          disaster.
        </p>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    content: (
      <>
        <p>
          You can see and change your name in{' '}
          <Link className="link" to={pages.account}>
            Account Settings
          </Link>
          , download and delete your photos, and delete your account with everything in it. For all other rights you
          have by law (to access, correct, export or delete your data, or to object), email <SupportEmail />. You can
          also complain to the data protection authority where you live.
        </p>
        <p>
          We store this data because the service you asked for can’t work without it. We count views because owners have
          a legitimate interest in knowing whether anyone looked, and we do it in a way that doesn’t identify anyone.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    content: <p>When this policy changes, we’ll update the date at the top.</p>,
  },
]
