import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { type KeyScope, keyScopes, newApiKey } from '#shared/api-key-forms.ts'
import { type CreatedApiKey, createApiKey } from '#shared/api-keys.ts'
import { keyNameMaxLength } from '#shared/limits.ts'
import { call } from '#web/lib/api.ts'
import { daysAfter, weekAfter } from '#web/lib/date-time.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DateTimeField } from '#web/ui/date-time-field.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Field, FieldError } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { LinkPicker } from './link-picker.tsx'
import { ShownOnce } from './shown-once.tsx'

const scopeTexts: Record<KeyScope, { label: string; hint: string }> = {
  read: { label: 'Read', hint: 'See and download links, images, favorites and analytics.' },
  upload: { label: 'Upload', hint: 'Add images to links.' },
  manage: { label: 'Manage', hint: 'Create and change links, images, invitations and comments.' },
}

const expiries = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a date' },
]

type Props = { scopes: readonly KeyScope[]; onClose: () => void }

/** Shows the new key once it's created, because it can't be shown again. */
export function NewKeyDialog({ scopes, onClose }: Props) {
  const [created, setCreated] = useState<CreatedApiKey>()
  return created ? (
    <Dialog key="created" title="Key created" onClose={onClose}>
      <CreatedKey created={created} onClose={onClose} />
    </Dialog>
  ) : (
    <Dialog key="new" title="New key" onClose={onClose}>
      <NewKeyForm scopes={scopes} onCreated={setCreated} onClose={onClose} />
    </Dialog>
  )
}

function NewKeyForm({ scopes, onCreated, onClose }: Props & { onCreated: (key: CreatedApiKey) => void }) {
  const queryClient = useQueryClient()
  const [expiry, setExpiry] = useState('90')
  const form = useSchemaForm({
    schema: newApiKey,
    defaults: { name: '', scopes: ['read'], links: null, expiresAt: null },
    fallback: "The key couldn't be created. Please try again.",
    submit: async (values) => {
      const expiresAt =
        expiry === 'date' || expiry === 'never' ? values.expiresAt : daysAfter(new Date(), Number(expiry)).toISOString()
      const { data } = await call(createApiKey, { body: { ...values, expiresAt } })
      void queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys })
      onCreated(data)
    },
  })
  const { field: chosen } = useController({ control: form.control, name: 'scopes' })
  const { field: links } = useController({ control: form.control, name: 'links' })
  const { field: end } = useController({ control: form.control, name: 'expiresAt' })

  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
      {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
      <TextField
        label="Name"
        autoComplete="off"
        autoFocus
        maxLength={keyNameMaxLength}
        hint="Which program is it for?"
        error={form.errorOf('name')}
        {...form.register('name')}
      />
      <ScopeBoxes
        included={scopes}
        chosen={chosen.value ?? []}
        error={form.errorOf('scopes')}
        onChange={chosen.onChange}
      />
      <LinkPicker value={links.value ?? null} error={form.errorOf('links')} onChange={links.onChange} />
      <Field label="Expires">
        {({ id }) => (
          <Select
            id={id}
            label="Expires"
            options={expiries}
            value={expiry}
            onChange={({ target }) => {
              setExpiry(target.value)
              end.onChange(target.value === 'date' ? weekAfter(new Date()).toISOString() : null)
            }}
          />
        )}
      </Field>
      {expiry === 'date' && (
        <DateTimeField
          calendarTitle="Expiration date"
          initial={end.value ?? weekAfter(new Date()).toISOString()}
          onChange={end.onChange}
          error={form.errorOf('expiresAt')}
          ref={end.ref}
        />
      )}
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" busy={form.isSubmitting && 'Creating'}>
          Create key
        </Button>
      </DialogButtons>
    </form>
  )
}

type ScopeBoxesProps = {
  included: readonly KeyScope[]
  chosen: readonly KeyScope[]
  error: string | undefined
  onChange: (scopes: KeyScope[]) => void
}

const ScopeBoxes = ({ included, chosen, error, onChange }: ScopeBoxesProps) => (
  <fieldset className="grid min-w-0 gap-1">
    <legend className="mb-1 font-medium text-ui">What it may do</legend>
    {keyScopes.map((scope) => {
      const isIncluded = included.includes(scope)
      return (
        <Checkbox
          key={scope}
          label={
            <>
              <span className="block font-medium">{scopeTexts[scope].label}</span>
              <span className="block text-caption text-ink-3">
                {isIncluded ? scopeTexts[scope].hint : "Your plan doesn't include this."}
              </span>
            </>
          }
          disabled={!isIncluded}
          checked={chosen.includes(scope)}
          onChange={({ target }) =>
            onChange(keyScopes.filter((each) => (each === scope ? target.checked : chosen.includes(each))))
          }
        />
      )
    })}
    {error && <FieldError>{error}</FieldError>}
  </fieldset>
)

const CreatedKey = ({ created: { key, name }, onClose }: { created: CreatedApiKey; onClose: () => void }) => (
  <>
    <p className="text-ink-2">
      Copy it into <span dir="auto">{name}</span> now. You will not see this again.
    </p>
    <ShownOnce label="Your new key" value={key} copied="Key copied" onDone={onClose} />
  </>
)
