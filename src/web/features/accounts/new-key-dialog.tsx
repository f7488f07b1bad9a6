import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { type KeyScope, keyScopes, newApiKey } from '#shared/api-key-forms.ts'
import { type CreatedApiKey, createApiKey } from '#shared/api-keys.ts'
import { keyNameMaxLength } from '#shared/limits.ts'
import { call } from '#web/lib/api.ts'
import { copyText } from '#web/lib/copy-link.ts'
import { daysAfter, weekAfter } from '#web/lib/date-time.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { count } from '#web/lib/formats.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DateTimeField } from '#web/ui/date-time-field.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Field, FieldError } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { Select } from '#web/ui/select.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'

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

type LinkPickerProps = {
  value: readonly string[] | null
  error: string | undefined
  onChange: (links: string[] | null) => void
}

function LinkPicker({ value, error, onChange }: LinkPickerProps) {
  return (
    <div className="grid min-w-0 gap-2">
      <Segment
        label="Links"
        labelPlace="above"
        options={[
          { value: 'all', label: 'All links' },
          { value: 'some', label: 'Pick links' },
        ]}
        value={value === null ? 'all' : 'some'}
        onChange={(which) => onChange(which === 'all' ? null : [])}
      />
      {value !== null && <OwnLinks picked={value} onChange={onChange} />}
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}

function OwnLinks({ picked, onChange }: { picked: readonly string[]; onChange: (links: string[]) => void }) {
  const { data: links, error, refetch } = useQuery(ownerQueries.links)
  if (error) {
    return <Failure sentence={errorMessage(error, "Couldn't load your links.")} onRetry={() => void refetch()} />
  }
  if (!links) {
    return (
      <Loading label="Loading your links">
        <Skeleton className="h-24" />
      </Loading>
    )
  }
  if (links.length === 0) return <p className="text-caption text-ink-3">You don't have any links yet.</p>
  return (
    <>
      <fieldset
        aria-label="Pick links"
        className="max-h-52 min-w-0 overflow-y-auto rounded-control px-3 py-1 shadow-[inset_0_0_0_1px_var(--color-line)]"
      >
        {links.map(({ _id, title }) => (
          <Checkbox
            key={_id}
            label={<span dir="auto">{title}</span>}
            checked={picked.includes(_id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...picked, _id] : picked.filter((each) => each !== _id))
            }
          />
        ))}
      </fieldset>
      <p className="text-caption text-ink-3">
        {count(picked.length, 'link')} picked. New links aren't added on their own.
      </p>
    </>
  )
}

function CreatedKey({ created: { key, name }, onClose }: { created: CreatedApiKey; onClose: () => void }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <>
      <p className="text-ink-2">
        Copy it into <span dir="auto">{name}</span> now. You will not see this again.
      </p>
      <TextField
        label="Your new key"
        readOnly
        dir="ltr"
        value={key}
        spellCheck={false}
        onFocus={({ target }) => target.select()}
      />
      <p role="status" className="text-caption text-ok">
        {isCopied && 'Key copied'}
      </p>
      <DialogButtons>
        <Button onClick={onClose}>Done</Button>
        <Button
          kind="primary"
          autoFocus
          icon={isCopied ? Check : Copy}
          onClick={async () => setIsCopied(await copyText(key))}
        >
          Copy
        </Button>
      </DialogButtons>
    </>
  )
}
