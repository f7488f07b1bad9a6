import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, CircleAlert, Clock, Copy, type LucideIcon, Pause, RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Domain, type DomainProblem, type DomainState, deleteDomain, verifyDomain } from '#shared/domain.ts'
import { call } from '#web/lib/api.ts'
import { copyText } from '#web/lib/copy-link.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { formatDay, formatMinute } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { DomainForm } from './domain-form.tsx'
import { Steps } from './domain-steps.tsx'

const badges = {
  pending: { tone: 'warn', icon: Clock, label: 'Waiting for DNS' },
  verified: { tone: 'ok', icon: Check, label: 'Verified' },
  missing: { tone: 'danger', icon: CircleAlert, label: 'Record missing' },
  lapsed: { tone: 'danger', icon: CircleAlert, label: 'Not working' },
  paused: { tone: 'plain', icon: Pause, label: 'Paused' },
  wrong: { tone: 'danger', icon: CircleAlert, label: 'Wrong value' },
} as const satisfies Record<DomainState | 'wrong', { tone: string; icon: LucideIcon; label: string }>

const problems: Record<DomainProblem, string> = {
  RECORD_MISSING:
    "We don't see the TXT record yet. New records usually show up within an hour, sometimes only after a day.",
  RECORD_WRONG: "There's a TXT record, but its value is different. Copy the value again.",
  DNS_UNAVAILABLE: "The domain's name servers didn't answer. That's usually over in a few minutes.",
}

function sentenceOf({ state, problem, missingSince, lapsesAt, cname }: Domain) {
  switch (state) {
    case 'pending':
      return problem ? problems[problem] : 'After you add both records, choose Check now.'
    case 'verified':
      return `All your galleries open here. The old links on ${cname.value} keep working.`
    case 'missing':
      return `The TXT record has been missing since ${formatDay(missingSince ?? '')}. Galleries still open here until ${formatDay(lapsesAt ?? '')}. Add the record again to keep the domain.`
    case 'lapsed':
      return `The TXT record was missing for too long, so galleries no longer open here. Shared links on ${cname.value} still work. Add the record again and check it.`
    case 'paused':
      return `Links people already have are sent on to ${cname.value}, so nothing is lost. Upgrade to use the domain again.`
  }
}

export function DomainStatus({ domain, isAllowed }: { domain: Domain; isAllowed: boolean }) {
  const queryClient = useQueryClient()
  const [isChanging, setIsChanging] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  const set = (data: Domain | null) => {
    queryClient.setQueryData(queryKeys.domain, data)
    void queryClient.invalidateQueries({ queryKey: queryKeys.links })
  }
  const heading = useRef<HTMLHeadingElement>(null)
  const changedState = useRef<DomainState>(undefined)
  const check = useMutation({
    mutationFn: async () => (await call(verifyDomain, {})).data,
    onSuccess: (data) => {
      if (data.state !== domain.state) changedState.current = data.state
      set(data)
      if (data.state === 'verified' && domain.state !== 'verified') void notify('success', `${data.host} is ready`)
    },
  })
  const { host, state, record, cname, problem, lastCheckedAt } = domain
  // The steps and the panel differ in height, and the button that was pressed may be gone.
  useEffect(() => {
    if (state !== changedState.current) return
    changedState.current = undefined
    heading.current?.focus()
  })
  const { tone, icon, label } = badges[state === 'pending' && problem === 'RECORD_WRONG' ? 'wrong' : state]
  const badge = (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
  const isWorking = state === 'verified' || state === 'paused'
  if (isChanging) return <DomainForm isReadOnly={!isAllowed} host={host} onDone={() => setIsChanging(false)} />

  const name = (
    <h3
      ref={heading}
      tabIndex={-1}
      className={`min-w-0 wrap-anywhere outline-none ${state === 'pending' ? 'font-medium' : 'text-subhead'}`}
    >
      {host}
    </h3>
  )
  const change = isAllowed && (
    <Button kind="ghost" onClick={() => setIsChanging(true)}>
      Change
    </Button>
  )
  const status = (
    <div className="grid gap-2 text-ink-2" role="status">
      <p>{sentenceOf(domain)}</p>
      {state !== 'pending' && problem === 'DNS_UNAVAILABLE' && <p>{problems[problem]}</p>}
      {lastCheckedAt && <p className="text-caption text-ink-3">Last checked {formatMinute(lastCheckedAt)}</p>}
    </div>
  )
  const records = (
    <>
      <p className="text-ink-2">Log in where you bought the domain, open its DNS settings and copy these over.</p>
      <DnsRecord title="Proves that the domain is yours" hint="Keep it. We look for it once a day." {...record} />
      <DnsRecord title="Points the domain at Framelight" hint="Visitors reach your galleries through it." {...cname} />
    </>
  )
  const actions = (
    <>
      {check.error && (
        <Notice tone="danger">{errorMessage(check.error, "Couldn't check your domain. Please try again.")}</Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          kind={isWorking ? 'plain' : 'primary'}
          icon={RefreshCw}
          busy={check.isPending && 'Checking…'}
          onClick={() => check.mutate()}
        >
          Check now
        </Button>
        <Button kind="ghost" onClick={() => setIsRemoving(true)}>
          Remove domain
        </Button>
      </div>
    </>
  )
  return (
    <>
      {state === 'pending' ? (
        <Steps
          steps={[
            {
              state: 'done',
              title: (
                <>
                  {name}
                  {change}
                </>
              ),
            },
            { state: 'current', title: <h3 className="font-medium">Add these two DNS records</h3>, children: records },
            {
              state: 'later',
              title: (
                <>
                  <h3 className="font-medium text-ink">We check them</h3>
                  {badge}
                </>
              ),
              children: (
                <>
                  {status}
                  {actions}
                </>
              ),
            },
          ]}
        />
      ) : (
        <>
          <div className="grid gap-4 rounded-card border border-line bg-surface p-5">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <div className="flex min-w-0 flex-wrap items-center gap-x-2">
                {name}
                {change}
              </div>
              {badge}
            </div>
            {status}
            {actions}
          </div>
          {!isWorking && <div className="grid gap-4">{records}</div>}
        </>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={`Remove ${host}?`}
          verb="Remove domain"
          busyVerb="Removing…"
          onConfirm={async () => {
            await call(deleteDomain, {})
            set(null)
          }}
          onClose={() => setIsRemoving(false)}
        >
          <p>Links and printed QR codes with this domain stop working right away. Galleries stay on {cname.value}.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

type RecordProps = { title: string; hint: string; type: string; name: string; value: string }

function DnsRecord({ title, hint, type, name, value }: RecordProps) {
  const copy = async (label: string, text: string) => {
    if (await copyText(text)) await notify('success', `${label} copied`)
  }
  return (
    <div className="rounded-card border border-line bg-surface">
      <div className="px-4 py-3">
        <p className="font-medium text-ui">{title}</p>
        <p className="text-caption text-ink-3">{hint}</p>
      </div>
      <dl className="text-ui">
        {[
          { label: 'Type', text: type },
          { label: 'Name', text: name },
          { label: 'Value', text: value },
        ].map(({ label, text }) => (
          <div
            key={label}
            className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-line border-t px-4 py-1.5 sm:grid-cols-[3.5rem_minmax(0,1fr)_auto]"
          >
            <dt className="text-caption text-ink-3">{label}</dt>
            <dd className="wrap-anywhere max-sm:row-start-2">{text}</dd>
            {label !== 'Type' && (
              <dd className="max-sm:row-span-2">
                <IconButton
                  icon={Copy}
                  label={`Copy ${type} ${label.toLowerCase()}`}
                  onClick={() => void copy(label, text)}
                />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </div>
  )
}
