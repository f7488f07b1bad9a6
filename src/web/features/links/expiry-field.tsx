import { useEffect, useEffectEvent } from 'react'
import { useController } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import { expiryProblem } from '#shared/expiry.ts'
import { pages } from '#shared/pages.ts'
import { weekAfter } from '#web/lib/date-time.ts'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { DateTimeField } from '#web/ui/date-time-field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { LinkForm } from './use-link-form.ts'
import type { PlanOfFields } from './use-own-plan.ts'

type Props = { form: LinkForm; plan: PlanOfFields }

export function ExpiryField({ form, plan }: Props) {
  const sellsPlans = useSellsPlans()
  const { field } = useController({ control: form.control, name: 'expiresAt' })
  const { maxExpiryDays } = plan.allows
  const instant = field.value ?? null

  // Links such as "Extend" lead to #expiry, so focus the date.
  const { hash } = useLocation()
  const focusDate = useEffectEvent(() => {
    if (hash === '#expiry' && instant !== null) form.setFocus('expiresAt', { shouldSelect: true })
  })
  useEffect(() => focusDate(), [])

  /** Unchanged dates are allowed to be in the past. */
  const validate = async () => {
    const isReadable = await form.trigger('expiresAt')
    const chosen = form.getValues('expiresAt')
    if (!isReadable || !chosen || !form.getFieldState('expiresAt').isDirty) return
    const problem = expiryProblem(chosen, plan, new Date())
    const isPlanLimit = problem?.code === 'PLAN_FEATURE' && !sellsPlans
    const message = isPlanLimit ? `Links can expire up to ${maxExpiryDays} days ahead.` : problem?.sentence
    if (message) form.setError('expiresAt', { message })
  }

  return (
    <div>
      <Switch
        label="Set an expiration date"
        hint="After this date, only you can open the link. Nothing is deleted."
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
            form.clearErrors('expiresAt')
            field.onChange(value)
          }}
          onLeave={() => void validate()}
          maxDays={maxExpiryDays}
          error={form.errorOf('expiresAt')}
          hint={
            maxExpiryDays !== null && (
              <>
                Up to {maxExpiryDays} days{sellsPlans ? ` on ${plan.name}` : ' ahead'}.{' '}
                {sellsPlans && (
                  <Link to={pages.subscription} className="link">
                    Upgrade to Plus for any date
                  </Link>
                )}
              </>
            )
          }
        />
      )}
    </div>
  )
}
