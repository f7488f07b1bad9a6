import { useQueryClient } from '@tanstack/react-query'
import { setDomain } from '#shared/domain.ts'
import { domainChange } from '#shared/domain-forms.ts'
import { call } from '#web/lib/api.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type Props = { isReadOnly: boolean; host?: string; onDone?: () => void }

export function DomainForm({ isReadOnly, host = '', onDone }: Props) {
  const queryClient = useQueryClient()
  const { register, onSubmit, errorOf, refusal, isSubmitting } = useSchemaForm({
    schema: domainChange,
    defaults: { host },
    fallback: "Couldn't save your domain. Please try again.",
    submit: async (body) => {
      const { data } = await call(setDomain, { body })
      queryClient.setQueryData(queryKeys.domain, data)
      void queryClient.invalidateQueries({ queryKey: queryKeys.links })
      onDone?.()
    },
  })
  return (
    <form noValidate onSubmit={onSubmit} className="grid max-w-104 gap-5">
      {refusal && <Notice tone="danger">{refusal}</Notice>}
      <TextField
        label="Domain"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isReadOnly}
        hint="A subdomain such as photos.example.com works best, so your website stays where it is."
        error={errorOf('host')}
        {...register('host')}
      />
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" type="submit" disabled={isReadOnly} busy={isSubmitting && 'Saving…'}>
          Continue
        </Button>
        {onDone && (
          <Button kind="ghost" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
