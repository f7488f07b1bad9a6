import { ChevronDown, Images, Printer } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { generatePath, Link as RouterLink } from 'react-router'
import { maxGuestUploads, maxUploadsPerGuest } from '#shared/limits.ts'
import type { AskGuestName, GuestUploads } from '#shared/link-forms.ts'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { weekAfter } from '#web/lib/date-time.ts'
import { count } from '#web/lib/formats.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { DateTimeField } from '#web/ui/date-time-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useActiveInvitations } from './use-active-invitations.ts'
import type { LinkForm } from './use-link-form.ts'

const adders: { value: GuestUploads; label: string }[] = [
  { value: 'off', label: 'No one' },
  { value: 'everyone', label: 'Anyone who can open the link' },
  { value: 'invited', label: 'Only people you invite' },
]

const names: { value: AskGuestName; label: string }[] = [
  { value: 'optional', label: 'Optional' },
  { value: 'required', label: 'Required' },
  { value: 'no', label: "Don't ask" },
]

type Props = { form: LinkForm; link: Link; liveWall: ReactNode }

export function GuestUploadFields({ form, link, liveWall }: Props) {
  const [guestUploads = 'off', visitorsSee = 'all'] = useWatch({
    control: form.control,
    name: ['guestUploads', 'visitorsSee'],
  })
  const allowed = useActiveInvitations(link).filter(({ givenRights }) => givenRights.add).length
  const { uploadsWaiting = 0 } = link
  const isOff = guestUploads === 'off'
  return (
    <>
      <Field
        label="Who can add images"
        hint={
          isOff && allowed > 0 ? (
            <>
              {count(allowed, 'invitation')} still {allowed === 1 ? 'allows' : 'allow'} adding.{' '}
              <RouterLink className="link" to="#invitations">
                See invitations
              </RouterLink>
            </>
          ) : (
            isOff && 'Let your guests add images. They need no account.'
          )
        }
      >
        {(control) => (
          <Select {...control} label="Who can add images" options={adders} {...form.register('guestUploads')} />
        )}
      </Field>
      {/* What visitors see applies even if no one can add images. */}
      {(!isOff || allowed > 0 || visitorsSee === 'own') && (
        <>
          <div>
            <Switch
              label="Approve images before they appear"
              hint="Images from guests stay hidden until you approve them."
              {...form.register('approveUploads')}
            />
            <Switch
              label="Guests only see their own images"
              hint="Only you see everything. Downloads and favorites are off meanwhile."
              checked={visitorsSee === 'own'}
              onChange={({ target }) =>
                form.setValue('visitorsSee', target.checked ? 'own' : 'all', { shouldDirty: true })
              }
            />
            {visitorsSee === 'own' && (
              <OptionalDate
                form={form}
                name="revealAt"
                label="Open the gallery on a date"
                hint="From then on, everyone sees everything."
                calendarTitle="Opening date"
              />
            )}
          </div>
          <div className="flex flex-wrap gap-3">
            <RouterLink className={buttonStyle.plain} to={generatePath(pages.guestUploads, { linkId: link._id })}>
              <Images size={18} strokeWidth={1.75} aria-hidden="true" />
              {uploadsWaiting > 0 ? `Review ${count(uploadsWaiting, 'image')}` : 'Review uploads'}
            </RouterLink>
            <RouterLink className={buttonStyle.plain} to={generatePath(pages.cards, { linkId: link._id })}>
              <Printer size={18} strokeWidth={1.75} aria-hidden="true" />
              Print cards
            </RouterLink>
            {liveWall}
          </div>
          <MoreOptions form={form} />
        </>
      )}
    </>
  )
}

type DateProps = {
  form: LinkForm
  name: 'revealAt' | 'uploadsCloseAt'
  label: string
  hint: string
  calendarTitle: string
}

function OptionalDate({ form, name, label, hint, calendarTitle }: DateProps) {
  const { field } = useController({ control: form.control, name })
  const instant = field.value ?? null
  const change = (value: string | null) => {
    form.clearErrors(name)
    field.onChange(value)
  }
  return (
    <div>
      <Switch
        label={label}
        hint={hint}
        checked={instant !== null}
        onChange={({ target }) => change(target.checked ? weekAfter(new Date()).toISOString() : null)}
      />
      {instant !== null && (
        <DateTimeField
          calendarTitle={calendarTitle}
          ref={field.ref}
          initial={instant}
          onChange={change}
          error={form.errorOf(name)}
        />
      )}
    </div>
  )
}

function MoreOptions({ form }: { form: LinkForm }) {
  const id = useId()
  const [isOpened, setIsOpened] = useState(false)
  const { uploadsCloseAt, guestUploadLimit, uploadLimitPerGuest, askGuestName } = form.formState.errors
  const isOpen = isOpened || Boolean(uploadsCloseAt || guestUploadLimit || uploadLimitPerGuest || askGuestName)
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpened(!isOpen)}
        className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 text-start font-medium text-accent text-ui hover:text-accent-hover"
      >
        More options
        <ChevronDown
          size={18}
          strokeWidth={1.75}
          aria-hidden="true"
          className={`shrink-0 transition-transform duration-(--calm) ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <div id={id} hidden={!isOpen}>
        <OptionalDate
          form={form}
          name="uploadsCloseAt"
          label="Stop taking images on a date"
          hint="From then on, only you can add images."
          calendarTitle="Closing date"
        />
        <div className="grid gap-6 border-line border-t pt-4">
          <div className="grid gap-x-3 gap-y-6 sm:grid-cols-2">
            <TextField
              label="Images from guests in total"
              type="number"
              inputMode="numeric"
              min={1}
              max={maxGuestUploads}
              hint="They also count toward your plan."
              error={form.errorOf('guestUploadLimit')}
              {...form.register('guestUploadLimit', { valueAsNumber: true })}
            />
            <TextField
              label="Images per guest"
              type="number"
              inputMode="numeric"
              min={1}
              max={maxUploadsPerGuest}
              error={form.errorOf('uploadLimitPerGuest')}
              {...form.register('uploadLimitPerGuest', { valueAsNumber: true })}
            />
          </div>
          <Field label="Ask guests for their name">
            {(control) => (
              <Select
                {...control}
                label="Ask guests for their name"
                options={names}
                {...form.register('askGuestName')}
              />
            )}
          </Field>
        </div>
      </div>
    </div>
  )
}
