import { generatePath, Link, useNavigate } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Notice } from '#web/ui/notice.tsx'
import { LinkFields } from './link-fields.tsx'
import { toFieldError } from './link-form-values.ts'
import { LinkLimitNotice } from './link-limit-notice.tsx'
import { useLinkChanges } from './use-link-changes.ts'
import { useLinkForm } from './use-link-form.ts'
import type { OwnPlan } from './use-own-plan.ts'

export function CreateLinkForm({ plan }: { plan: OwnPlan }) {
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
    <form onSubmit={form.onSubmit} noValidate className="grid gap-8">
      {isFull ? <LinkLimitNotice /> : form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
      {/* Disable the form instead of hiding it, so the values survive until the user upgrades. */}
      <fieldset disabled={isFull} className="grid gap-8 disabled:opacity-55">
        <legend className="sr-only">New link</legend>
        <LinkFields form={form} plan={plan} />
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary" disabled={isFull} busy={form.isSubmitting && 'Creating'}>
          Create Link
        </Button>
        <Link to={pages.dashboard} className={buttonStyle.ghost}>
          Cancel
        </Link>
      </div>
    </form>
  )
}
