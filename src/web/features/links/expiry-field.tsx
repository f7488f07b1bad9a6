import { useEffect, useEffectEvent } from 'react'
import { useController } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import { pages } from '#shared/pages.ts'
import { weekAfter } from '#web/lib/date-time.ts'
import { DateTimeField } from '#web/ui/date-time-field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { expiryProblem } from './expiry.ts'
import type { LinkForm } from './use-link-form.ts'
import type { OwnPlan } from './use-own-plan.ts'

type Props = { form: LinkForm; plan: OwnPlan }

/** Whether the link ends, and when. */
export function ExpiryField({ form, plan }: Props) {
  const { field } = useController({ control: form.control, name: 'expiresAt' })
  const { maxExpiryDays } = plan.allows
  const instant = field.value ?? null

  // Whoever was asked for more time, or reads that the link is about to close, comes here for the date alone.
  const { hash } = useLocation()
  const focusDate = useEffectEvent(() => {
    if (hash === '#expiry' && instant !== null) form.setFocus('expiresAt', { shouldSelect: true })
  })
  useEffect(() => focusDate(), [])

  /** On leaving the field, not only on sending. A date that was there before may be past: it is not asked for anew. */
  const judge = async () => {
    const isReadable = await form.trigger('expiresAt')
    const chosen = form.getValues('expiresAt')
    if (!isReadable || !chosen || !form.getFieldState('expiresAt').isDirty) return
    const message = expiryProblem(chosen, { name: plan.name, maxDays: maxExpiryDays }, new Date())
    if (message) form.setError('expiresAt', { message })
  }

  return (
    <div>
      <Switch
        label="This link expires"
        hint="Afterwards nobody but you can open it. Nothing is deleted."
        checked={instant !== null}
        onChange={({ target }) => {
          form.clearErrors('expiresAt')
          field.onChange(target.checked ? weekAfter(new Date()).toISOString() : null)
        }}
      />
      {instant !== null && (
        <DateTimeField
          calendarTitle="Expiration date"
          ref={field.ref}
          initial={instant}
          onChange={(value) => {
            // What was said was about another date.
            form.clearErrors('expiresAt')
            field.onChange(value)
          }}
          onLeave={() => void judge()}
          maxDays={maxExpiryDays}
          error={form.errorOf('expiresAt')}
          hint={
            maxExpiryDays !== null && (
              <>
                On the {plan.name} plan at most {maxExpiryDays} days ahead.{' '}
                <Link to={pages.subscription} className="link">
                  Any date with Plus
                </Link>
              </>
            )
          }
        />
      )}
    </div>
  )
}
