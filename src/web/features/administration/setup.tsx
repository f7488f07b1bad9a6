import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Overview } from '#shared/administration.ts'
import { isOnThisComputer } from '#web/lib/copy-link.ts'
import { formatStorage } from '#web/lib/storage-size.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/meter.tsx'
import { BackupHowTo, EmailHowTo, HowTo } from './how-to.tsx'
import { RegistrationChoice, registrationText } from './registration.tsx'
import { useInstallationChange } from './use-installation-change.ts'

export const stepsOf = ({ publicUrl, mail, isEmailDeclined, registrationSource, backups, disk }: Overview) => ({
  address: !isOnThisComputer(publicUrl),
  email: mail.isSetUp || isEmailDeclined,
  registration: registrationSource !== 'default',
  backups: backups.isScheduled || backups.last !== null,
  storage: !disk.isLow,
})

export const isSetUp = (overview: Overview) => Object.values(stepsOf(overview)).every(Boolean)

export function Setup({ overview }: { overview: Overview }) {
  const { publicUrl, mail, backups, disk } = overview
  const steps = stepsOf(overview)
  const done = Object.values(steps).filter(Boolean).length
  const total = Object.keys(steps).length
  const change = useInstallationChange()
  return (
    <section aria-labelledby="setup" className="mb-12 rounded-card border border-line bg-surface">
      <header className="grid gap-3 px-[clamp(1rem,2vw,1.5rem)] py-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="setup" className="text-heading">
            Finish setting up
          </h2>
          <span className="text-ink-2 text-ui tabular-nums">
            {done} of {total} done
          </span>
        </div>
        <Progress label="Setup" value={done} max={total} />
        <p className="text-ink-2">You're an administrator of this server. Only administrators see this list.</p>
      </header>
      <ol>
        <Step
          title="Public address"
          isDone={steps.address}
          sentence={
            steps.address
              ? `Links start with ${publicUrl}.`
              : `Links start with ${publicUrl}, so they only open on this computer. Give the server an address that others can open.`
          }
          howTo={
            !steps.address && (
              <HowTo summary="How to set it" lines={['PUBLIC_URL=https://photos.example.org']}>
                <p>Add this line to the server's settings file (.env), with your own address, then restart.</p>
                <p>At home only? Use the computer's network name, for example http://photos.local:5000.</p>
              </HowTo>
            )
          }
        />
        <Step
          title="Email"
          badge={!mail.isSetUp && 'Not set up'}
          isDone={steps.email}
          sentence={
            mail.isSetUp
              ? 'Invitations, password resets and notifications are sent by email.'
              : "We can't send invitations, password resets or notifications yet. Until then, people copy links and send them themselves."
          }
          howTo={!mail.isSetUp && <EmailHowTo />}
        >
          {!steps.email && (
            <Button onClick={() => void change({ isEmailDeclined: true }, "You won't be reminded about email again")}>
              We don't need email
            </Button>
          )}
        </Step>
        <Step
          title="Who can register"
          isDone={steps.registration}
          sentence={
            steps.registration
              ? registrationText(overview)
              : 'Anyone who finds this site can create an account. For a family, choose “Invited people”.'
          }
        >
          <RegistrationChoice overview={overview} />
        </Step>
        <Step
          title="Backups"
          badge={!steps.backups && 'Off'}
          isDone={steps.backups}
          sentence={
            steps.backups
              ? backups.isScheduled
                ? 'The server is backed up every day.'
                : 'There is a backup of this server.'
              : "There's no backup yet. If this disk fails, every image is lost."
          }
          howTo={!steps.backups && <BackupHowTo />}
        />
        <Step
          title="Storage"
          isDone={steps.storage}
          sentence={
            steps.storage
              ? `${overview.storage.kind === 's3' ? 'Images are stored in an S3 bucket' : 'Images are stored on this computer'}. ${formatStorage(disk.totalBytes - disk.usedBytes)} of disk space is free.`
              : 'The disk is almost full, so uploads are blocked.'
          }
        />
      </ol>
    </section>
  )
}

type StepProps = {
  title: string
  isDone: boolean
  badge?: string | false
  sentence: string
  howTo?: ReactNode
  /** Shown beside the sentence on wide screens. */
  children?: ReactNode
}

function Step({ title, isDone, badge, sentence, howTo, children }: StepProps) {
  const Icon = isDone ? CircleCheck : CircleAlert
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3.5 border-line border-t px-[clamp(1rem,2vw,1.5rem)] py-4.5">
      <Icon
        size={22}
        strokeWidth={1.75}
        className={`mt-px ${isDone ? 'text-ok' : 'text-warn'}`}
        role="img"
        aria-label={isDone ? 'Done' : 'To do'}
      />
      <div className="grid min-w-0 gap-x-12 gap-y-2.5 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
            {title}
            {badge && <Badge tone="warn">{badge}</Badge>}
          </h3>
          <p className="wrap-anywhere max-w-176 text-ink-2 text-ui">{sentence}</p>
          {howTo}
        </div>
        {children && <div className="min-w-0">{children}</div>}
      </div>
    </li>
  )
}
