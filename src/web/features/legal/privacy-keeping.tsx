import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import type { ArticleSection } from '#web/ui/article.tsx'
import { SupportEmail } from '#web/ui/support-email.tsx'

export const keeping: readonly ArticleSection[] = [
  {
    id: 'messages',
    title: 'Messages and mail',
    content: (
      <>
        <p>
          What you write in the contact form is stored with the name and address you give and mailed to support. It is
          kept until support removes it, also when your account is gone; its connection to the account is then cut.
        </p>
        <p>
          Whoever asks for more time on a link that has closed writes to its owner: name and message are mailed, and
          kept for the owner to read for 90 days at most.
        </p>
        <p>
          Whoever follows a gallery gives us an email address, which is used for nothing else and which nobody is shown;
          its owner sees how many follow. It is forgotten when you stop the mails, when the gallery goes, and after a
          week where the mail that asks you was not answered.
        </p>
        <p>
          We write to you to reset a password, to answer you, or because a visitor or the owner of a gallery asked us
          to, and send no newsletters.
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
          An owner who invites you gives us a name for you and, to send the invitation, your email address. Both are
          shown to that owner alone, are used for nothing else, and go with the link. The owner sees how often the
          invitation was used, and when last.
        </p>
        <p>
          Of your browser we keep that it was let in and when it last came, for 30 days. To slow down guessing of
          passwords, tries are counted under a code that does not tell your network address, for a quarter of an hour.
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
          Where the owner of a gallery lets everybody comment, we keep the name you give and what you write, and of your
          browser a hash of the number in its cookie, so that you can change your words or take them back for 30 days
          after you were last there. The owner may read them before anybody else does. No network address is kept with
          them; to hold off floods, comments are counted for ten minutes under a code that does not tell it.
        </p>
        <p>
          Your words go when you take them back, when the owner deletes them, and with the picture, the gallery or the
          owner’s account. The owner is told of them by mail and on a page of what happened, which reaches back 90 days.
        </p>
      </>
    ),
  },
  {
    id: 'payments',
    title: 'Payments',
    content: (
      <p>
        Cards are entered at Stripe and never reach us. We keep what Stripe calls you and your subscription, your plan,
        its state and until when it is paid. Which of Stripe’s messages were handled is kept for 90 days. Invoices lie
        with Stripe.
      </p>
    ),
  },
  {
    id: 'logs',
    title: 'Logs and protection',
    content: (
      <p>
        Logs name the kind of request, its outcome and its time; not your network address, not the address of a link,
        not what was sent. An unexpected error is logged with what the database or the mail server said of it, and while
        no mail server is set up, mails are noted with their recipient. To slow down guessing, network addresses are
        counted in memory for up to an hour; those that try the passwords of links or ask for more time or for mails, by
        a hash made with our secret, for up to a day. The addresses themselves are never written down.
      </p>
    ),
  },
]

export const deletion: readonly ArticleSection[] = [
  {
    id: 'deleting',
    title: 'Deleting, and how long things stay',
    content: (
      <>
        <p>
          Everything above stays until you delete it, unless a time is named. A deleted image or link is gone at once,
          with its comments and numbers; its files are removed a moment later. Deleting your account removes your name,
          address, password, sessions, links, images and every comment you wrote.
        </p>
        <p>
          Backups are made and kept by whoever runs this service. What you deleted may stay in them until they are
          replaced, and is not brought back from them except after a disaster.
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
          , fetch and delete your pictures, and delete the account with all that is in it, without asking anybody. For
          everything else that the law gives you (to know what is kept, to have it corrected, handed over or deleted, to
          object) write to <SupportEmail />. You may also complain to the data protection authority where you live.
        </p>
        <p>
          We keep what is described here because you asked for the service and it cannot work without; visits are
          counted because owners have an interest in knowing that somebody came, and it is done so that nobody is known
          by it.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    content: <p>When this text changes, the day at the top changes with it.</p>,
  },
]
