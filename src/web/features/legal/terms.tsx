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
    title: 'About these terms',
    content: (
      <p>
        Framelight lets you add photos to links and share them. If you have an account or open a link, these terms apply
        between you and the operator of this service (“we”). You can reach us at <SupportEmail />. Framelight is also
        free software that others run on their own servers, under their own terms.
      </p>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    content: (
      <>
        <p>
          To create links you need an account with your name, your own email address and a password. You must be old
          enough to enter into a contract where you live. Keep your password to yourself: you’re responsible for
          anything done with it. If you think someone else knows it, change it. That ends all other sessions.
        </p>
        <p>
          You don’t need an account to view a link someone sent you. You need one to comment, unless the owner lets
          everyone comment.
        </p>
      </>
    ),
  },
  {
    id: 'pictures',
    title: 'Your photos stay yours',
    content: (
      <>
        <p>
          You keep all rights to what you upload. You allow us to store it, to create smaller sizes of it and to show it
          to the people you share it with, and nothing else. We don’t sell your photos or use them for advertising. This
          permission ends when you delete them.
        </p>
        <p>
          Only upload what you’re allowed to share: photos you took or have permission to use, of people who don’t mind
          being shown.
        </p>
      </>
    ),
  },
  {
    id: 'not-allowed',
    title: 'What’s not allowed',
    content: (
      <ul>
        <li>Photos, titles or comments that are illegal, or that harass or expose someone.</li>
        <li>Other people’s work without their permission.</li>
        <li>Opening, guessing or collecting content that wasn’t shared with you.</li>
        <li>Disrupting the service: flooding it, bypassing its limits or spreading harmful files through it.</li>
      </ul>
    ),
  },
  {
    id: 'links',
    title: 'Who can see a link',
    content: (
      <>
        <p>
          Anyone who has a public link can open it, and links can be forwarded. A link with a password also asks for the
          password. A private link opens only for you and people you invite, but their personal links can be forwarded
          too. When a link expires, only you can open it, and you can still extend it.
        </p>
        <p>
          You can’t take back what someone has already seen or downloaded. You decide for each link whether its photos
          can be downloaded in full size, but anything visible on a screen can be copied.
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
          See everything a plan includes on the{' '}
          <Link className="link" to={pages.pricing}>
            pricing page
          </Link>
          . If you have more than your plan allows, for example after a downgrade, nothing is deleted or hidden. You
          just can’t add more until you’re under the limit.
        </p>
      </>
    ),
  },
  { id: 'paying', title: 'Paying, changing, canceling', content: <PaymentTerms /> },
  {
    id: 'money-back',
    title: 'Refunds',
    content: (
      <p>
        You can get a refund within 14 days of a payment without giving a reason. Email <SupportEmail /> from the email
        address of your account. We’ll refund the card you paid with, through the payment provider. This doesn’t affect
        any other rights you have by law.
      </p>
    ),
  },
  {
    id: 'ending',
    title: 'Ending your account',
    content: (
      <>
        <p>
          You can delete your account in Account Settings anytime. This permanently deletes your links, images and
          comments right away and cancels a paid plan. The current month isn’t refunded automatically, but you can ask
          for a refund.
        </p>
        <p>
          We may remove content that violates these terms, and close accounts for serious or repeated violations.
          Whenever we can, we’ll email you first.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    content: (
      <p>
        We run the service with care, but it may fail, be interrupted or change. Keep your own copies of your photos:
        this is a place to share them, not the only place to store them. We’re liable for damage as required by the law
        where you live, and nothing here limits rights that can’t be limited by law.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    content: (
      <p>
        When these terms change, we’ll update the date at the top. If you don’t agree, you can delete your account. If
        one provision turns out to be invalid, the others still apply.
      </p>
    ),
  },
]

export const TermsPage = () => <LegalText title="Terms & Conditions" since="Nov 16, 2026" sections={terms} />
