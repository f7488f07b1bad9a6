import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { generatePath, Link, useNavigate } from 'react-router'
import { pages } from '#shared/pages.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { usedOf } from '#web/lib/limit-text.ts'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { UsageBar } from '#web/ui/usage-bar.tsx'
import { AudienceFields, DetailFields, TitleField, VisitorFields } from './link-fields.tsx'
import { type LinkFormInput, summariesOf, toFieldError } from './link-form-values.ts'
import { LinkLimitNotice } from './link-limit-notice.tsx'
import { BackToDashboard, CreateLinkSkeleton, headStyle, splitStyle } from './link-page-layout.tsx'
import { useLinkChanges } from './use-link-changes.ts'
import { type LinkForm, useLinkForm } from './use-link-form.ts'
import { type OwnPlan, useOwnPlan } from './use-own-plan.ts'

export function CreateLink() {
  const plan = useOwnPlan()
  return (
    <div className="page">
      <title>Create Link · Framelight</title>
      <header className={headStyle}>
        <BackToDashboard />
        <h1 className="text-title">Create Link</h1>
      </header>
      {plan.data ? (
        <div className={splitStyle}>
          <CreateLinkForm plan={plan.data} />
          <aside aria-label="Your plan and tips" className="grid gap-10">
            <PlanLimits plan={plan.data} />
            <LinkTips />
          </aside>
        </div>
      ) : plan.error ? (
        <Failure
          sentence={errorMessage(plan.error, 'Failed to fetch subscription data. Please try again.')}
          onRetry={plan.refetch}
        />
      ) : (
        <CreateLinkSkeleton />
      )}
    </div>
  )
}

function CreateLinkForm({ plan }: { plan: OwnPlan }) {
  const navigate = useNavigate()
  const { create } = useLinkChanges()
  const form = useLinkForm({
    fallback: 'Failed to create link. Please try again.',
    fallbackForUnreadable: 'Failed to create link',
    submit: async (values) => {
      const link = await create(values).catch(toFieldError(values.slug !== undefined))
      await navigate(generatePath(pages.editLink, { linkId: link._id }))
    },
  })
  const isFull = plan.isLinkLimitReached

  return (
    <form onSubmit={form.onSubmit} noValidate className="grid gap-6">
      {isFull ? <LinkLimitNotice /> : form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
      {/* Disable the form instead of hiding it, so the values survive until the user upgrades. */}
      <fieldset disabled={isFull} className="grid gap-6 disabled:opacity-55">
        <legend className="sr-only">New link</legend>
        <TitleField form={form} autoFocus={!isFull} />
        <MoreFields form={form} plan={plan} />
      </fieldset>
      <div className="grid gap-4">
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="primary" disabled={isFull} busy={form.isSubmitting && 'Creating'}>
            Create Link
          </Button>
          <Link to={pages.dashboard} className={buttonStyle.ghost}>
            Cancel
          </Link>
        </div>
        <p className="text-caption text-ink-3">Next, you'll add images. You can change everything later.</p>
      </div>
    </form>
  )
}

/** Everything but the title has a default, so it's collapsed. */
function MoreFields({ form, plan }: { form: LinkForm; plan: OwnPlan }) {
  const id = useId()
  const [isOpened, setIsOpened] = useState(false)
  const { title: _, ...errors } = form.formState.errors
  const isOpen = isOpened || Object.keys(errors).length > 0
  const { opening, access, visitors } = summariesOf(useWatch({ control: form.control }) as LinkFormInput, false)
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-describedby={`${id}-defaults`}
        onClick={() => setIsOpened(!isOpen)}
        className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 text-start font-medium text-accent text-ui hover:text-accent-hover"
      >
        Description, password, expiration and more
        <ChevronDown
          size={18}
          strokeWidth={1.75}
          aria-hidden="true"
          className={`shrink-0 transition-transform duration-(--calm) ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <p id={`${id}-defaults`} hidden={isOpen} className="text-caption text-ink-3">
        {access}. {visitors}. {opening}.
      </p>
      <div id={id} hidden={!isOpen}>
        <div className="grid gap-6 pt-2">
          <DetailFields form={form} plan={plan} />
        </div>
        <h2 className="mt-6 border-line border-t pt-6 pb-4 text-subhead">Who can see it</h2>
        <div className="grid gap-6">
          <AudienceFields form={form} plan={plan} />
        </div>
        <h2 className="mt-2 border-line border-t pt-6 pb-2 text-subhead">Visitor permissions</h2>
        <div className="grid gap-6">
          <VisitorFields form={form} />
        </div>
      </div>
    </div>
  )
}

const Limit = ({ title, used, limit }: { title: string; used: number; limit: number | null }) => (
  <div className="grid gap-2">
    <p className="flex justify-between text-ui">
      <span className="text-ink-2">{title}</span>
      <span className="tabular-nums">{usedOf(used, limit)}</span>
    </p>
    <UsageBar label={`${title} used`} used={used} limit={limit} />
  </div>
)

function PlanLimits({ plan: { name, usage, linkLimit, imageLimit } }: { plan: OwnPlan }) {
  const sellsPlans = useSellsPlans()
  return (
    <section aria-labelledby="plan-limits" className="grid gap-5 rounded-card border border-line bg-surface p-6">
      <h2 id="plan-limits" className="text-subhead">
        {sellsPlans ? `Your ${name} plan` : 'Your usage'}
      </h2>
      <Limit title="Links" used={usage.links} limit={linkLimit} />
      <Limit title="Images" used={usage.images} limit={imageLimit} />
    </section>
  )
}

const tips = [
  'In a hurry? Drop images on the dashboard, and they become a gallery.',
  'The first image you upload becomes the cover. You can change it anytime.',
  'Only you and people you invite can see private links.',
  'Expired links keep their images. Pick a new date to reopen one.',
]

const LinkTips = () => (
  <section aria-labelledby="tips" className="grid gap-3">
    <h2 id="tips" className="text-subhead">
      Tips
    </h2>
    <ul className="grid text-ink-2 text-ui">
      {tips.map((tip) => (
        <li key={tip} className="text-pretty border-line border-t py-3">
          {tip}
        </li>
      ))}
    </ul>
  </section>
)
