import { useCallback, useRef } from 'react'
import type { Section } from '#shared/sections.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'

type Props = {
  sections: readonly Section[]
  isPublic: boolean
  /** The IDs of the sections this person can see, or null for all images. */
  value: readonly string[] | null
  error: string | undefined
  onChange: (ids: string[] | null) => void
}

function hintOf(value: Props['value']) {
  if (value === null) return 'They can see all images.'
  return value.length > 0
    ? 'Other images stay hidden, and so do images without a section.'
    : "Without a section, they can't see any images."
}

const errorId = 'invitation-sections-error'

export function InvitationSections({ sections, isPublic, value, error, onChange }: Props) {
  const toggle = (id: string, isOn: boolean) =>
    onChange(sections.flatMap(({ _id }) => ((_id === id ? isOn : value?.includes(_id)) ? _id : [])))
  // The list can start below the end of the dialog. One that's there from the start doesn't scroll.
  const isNew = useRef(false)
  const reveal = useCallback((list: HTMLElement | null) => {
    if (isNew.current) list?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <fieldset className="-mt-5" aria-describedby={error ? errorId : undefined}>
      <legend className="sr-only">What they can see</legend>
      <Switch
        label="Only certain sections"
        hint={hintOf(value)}
        checked={value !== null}
        onChange={({ target }) => {
          isNew.current = true
          onChange(target.checked ? sections.map(({ _id }) => _id) : null)
        }}
      />
      {value !== null && (
        <div ref={reveal} className="max-h-60 overflow-y-auto pl-1">
          {sections.map(({ _id, title }) => (
            <Checkbox
              key={_id}
              label={<bdi>{title}</bdi>}
              checked={value.includes(_id)}
              onChange={({ target }) => toggle(_id, target.checked)}
            />
          ))}
        </div>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {value !== null && isPublic && (
        <Notice>
          This link is public, so the choice has no effect: anyone can see everything without an invitation.
        </Notice>
      )}
    </fieldset>
  )
}
