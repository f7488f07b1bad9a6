import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import type { ArticleSection } from '#web/ui/article.tsx'
import { SupportEmail } from '#web/ui/support-email.tsx'
import { LegalText } from './legal-text.tsx'
import { PaymentTerms } from './payment-terms.tsx'
import { PlanTable } from './plan-table.tsx'

const terms: readonly ArticleSection[] = [
  {
    id: 'about',
    title: 'What this is about',
    content: (
      <p>
        Framelight lets you put photographs into links and share them. These terms hold between you, who have an account
        or open a link, and whoever runs this service, called “we” here and reached at <SupportEmail />. Framelight is
        also free software that others run on computers of their own; for those, their terms hold.
      </p>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    content: (
      <>
        <p>
          To make links you need an account with your name, an email address that is yours and a password. You must be
          old enough to make a contract where you live. Keep the password to yourself: what is done with it counts as
          done by you. If you think that somebody else knows it, change it; that ends every other session.
        </p>
        <p>
          Looking at a link that somebody sent you needs no account. Commenting does, unless its owner lets everybody.
        </p>
      </>
    ),
  },
  {
    id: 'pictures',
    title: 'Your pictures stay yours',
    content: (
      <>
        <p>
          You keep every right in what you upload. You allow us to store it, to make smaller sizes of it and to show it
          to those you open it to, and nothing beyond that. We do not sell your pictures and do not advertise with them.
          The permission ends when you delete them.
        </p>
        <p>
          Upload only what you may share: pictures that you took or have permission for, of people who do not object.
        </p>
      </>
    ),
  },
  {
    id: 'not-allowed',
    title: 'What is not allowed',
    content: (
      <ul>
        <li>Pictures, titles or comments that are against the law, or that harass or expose somebody.</li>
        <li>Other people’s work without their permission.</li>
        <li>Opening, guessing at or collecting what was not shared with you.</li>
        <li>Disturbing the service: flooding it, getting round its limits, or spreading harmful files through it.</li>
      </ul>
    ),
  },
  {
    id: 'links',
    title: 'Who sees a link',
    content: (
      <>
        <p>
          A public link opens for everybody who has its address, and an address can be passed on. A link with a password
          asks for that as well. A private link opens for you and the people you invite; a personal address can be
          passed on too. A link with an end closes for everybody else at that moment; you can still extend it.
        </p>
        <p>
          What somebody has seen or downloaded meanwhile cannot be called back. You decide for each link whether its
          pictures may be downloaded in full size, but nothing that can be seen on a screen can be kept from being
          copied.
        </p>
      </>
    ),
  },
  {
    id: 'plans',
    title: 'Plans and limits',
    content: (
      <>
        <PlanTable />
        <p>
          What else a plan includes stands on the{' '}
          <Link className="link" to={pages.pricing}>
            pricing page
          </Link>
          . If you have more than your plan allows, after a change to a smaller one for instance, nothing is deleted or
          hidden; you only cannot add more until you are below the limit.
        </p>
      </>
    ),
  },
  { id: 'paying', title: 'Paying, changing, canceling', content: <PaymentTerms /> },
  {
    id: 'money-back',
    title: 'Money back',
    content: (
      <p>
        Within 14 days of a payment you can have it back without giving a reason. Write to <SupportEmail /> from the
        address of your account. A person makes the refund by hand through the payment provider, to the card you paid
        with. Rights that the law gives you beyond this are not touched.
      </p>
    ),
  },
  {
    id: 'ending',
    title: 'Ending it',
    content: (
      <>
        <p>
          You can delete your account in Account Settings whenever you like. Your links, images and comments go with it,
          at once and for good, and a paid plan is canceled. What was paid for the running month is not returned by
          itself; for that, ask for your money back.
        </p>
        <p>
          We may remove what breaks these terms, and close the account of somebody who does so gravely or again and
          again. Where we can, we say so by mail first.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'What we answer for',
    content: (
      <p>
        We run the service with care, but it may fail, be interrupted or change. Keep your own copies of your pictures:
        this is a place to share them, not the only place to keep them. We answer for damage as the law where you live
        demands, and nothing here limits rights that it does not let us limit.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    content: (
      <p>
        When these terms change, the day at the top changes with them. Whoever does not agree can delete their account.
        If one sentence here turns out not to hold, the others still do.
      </p>
    ),
  },
]

export const TermsPage = () => <LegalText title="Terms & Conditions" since="Nov 16, 2026" sections={terms} />
