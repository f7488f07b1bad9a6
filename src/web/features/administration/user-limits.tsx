import { useState } from 'react'
import type { AdministeredUser } from '#shared/administered-users.ts'
import { type PlanId, planIds, plans } from '#shared/plans.ts'
import { thrownMessage } from '#web/lib/error-message.ts'
import { formatDay, formatPrice } from '#web/lib/formats.ts'
import { formatLimit } from '#web/lib/limit-text.ts'
import { notify } from '#web/lib/notify.ts'
import { formatStorage } from '#web/lib/storage-size.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { Setting } from '#web/ui/setting.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useUserChange } from './use-user-change.ts'

const failed = "Couldn't save the changes. Please try again."

/** The option `own` means the plan the user pays for, or Free. */
export function PlanSetting({ user }: { user: AdministeredUser }) {
  const change = useUserChange(user._id)
  const { currentPeriodEnd, grantedPlan, planDetails } = user
  const choose = (plan: PlanId | 'own') =>
    change({ plan: plan === 'own' ? null : plan }, `${user.name}'s plan was saved`).catch((error) =>
      notify('error', thrownMessage(error, failed)),
    )
  const paid = currentPeriodEnd
    ? `Pays ${formatPrice(plans[user.plan].price, planDetails.currency)} per month. Paid until ${formatDay(currentPeriodEnd)}.`
    : 'No paid subscription.'
  return (
    <Setting
      title="Plan"
      sentence={`${paid} A plan set here takes effect immediately and doesn't change their payments.`}
    >
      <Segment
        label="Plan"
        options={[
          { value: 'own', label: 'Their own plan' },
          ...planIds.map((id) => ({ value: id, label: plans[id].name })),
        ]}
        value={grantedPlan ?? 'own'}
        onChange={(plan) => void choose(plan)}
      />
    </Setting>
  )
}

type SetLimit = AdministeredUser['linkLimit']

const toText = (limit: SetLimit) => (limit === null ? '' : String(limit))

/** Returns undefined for an invalid limit. The server checks too, but this shows the error at the field. */
function readLimit(text: string): SetLimit | undefined {
  const given = text.trim().toLowerCase()
  if (given === '') return null
  if (given === 'unlimited') return 'unlimited'
  return /^\d{1,7}$/.test(given) ? Number(given) : undefined
}

export function OwnLimits({ user }: { user: AdministeredUser }) {
  const change = useUserChange(user._id)
  const { usage, planLimits } = user
  const [texts, setTexts] = useState({
    linkLimit: toText(user.linkLimit),
    imageLimit: toText(user.imageLimit),
    storageLimitGb: toText(user.storageLimitGb),
  })
  const [isChecked, setIsChecked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')

  const save = async () => {
    setIsChecked(true)
    setFailure('')
    const limits = {
      linkLimit: readLimit(texts.linkLimit),
      imageLimit: readLimit(texts.imageLimit),
      storageLimitGb: readLimit(texts.storageLimitGb),
    }
    if (Object.values(limits).includes(undefined)) return
    setIsBusy(true)
    try {
      await change(limits, `${user.name}'s limits were saved`)
    } catch (error) {
      setFailure(thrownMessage(error, failed))
    }
    setIsBusy(false)
  }

  const field = (name: keyof typeof texts, label: string, hint: string) => (
    <TextField
      label={label}
      inputMode="numeric"
      value={texts[name]}
      hint={hint}
      error={isChecked && readLimit(texts[name]) === undefined ? 'Enter a number or “unlimited”' : undefined}
      onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
    />
  )
  const hintOf = (limit: number | null, used: string) => `${planLimits.name}: ${formatLimit(limit)}, used ${used}`
  return (
    <Setting
      title="Custom limits"
      sentence="Enter a number or “unlimited”, or leave empty to use the plan's limit. Lower limits never delete anything. They only block new links and uploads."
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {failure && <Notice tone="danger">{failure}</Notice>}
        <div className="grid gap-4 sm:grid-cols-3">
          {field('linkLimit', 'Links', hintOf(planLimits.linkLimit, String(usage.links)))}
          {field('imageLimit', 'Images', hintOf(planLimits.imageLimit, String(usage.images)))}
          {field('storageLimitGb', 'Storage in GB', hintOf(planLimits.storageLimitGb, formatStorage(usage.bytes)))}
        </div>
        <div>
          <Button type="submit" busy={isBusy && 'Saving'}>
            Save
          </Button>
        </div>
      </form>
    </Setting>
  )
}
