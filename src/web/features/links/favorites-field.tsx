import { useWatch } from 'react-hook-form'
import { choiceMaxSize } from '#shared/limits.ts'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { LinkForm } from './use-link-form.ts'

export function FavoritesField({ form }: { form: LinkForm }) {
  const [choosing = 'off', limit = null] = useWatch({ control: form.control, name: ['choosing', 'choiceLimit'] })
  const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
  return (
    <>
      <Switch
        label="Favorites"
        hint="Visitors can heart photos and send you their favorites. No account needed."
        checked={choosing === 'on'}
        onChange={({ target }) => form.setValue('choosing', target.checked ? 'on' : 'off', options)}
      />
      {choosing === 'on' && (
        <div className="max-w-64 pb-4">
          <TextField
            label="Limit per visitor"
            type="number"
            inputMode="numeric"
            min={1}
            max={choiceMaxSize}
            hint="Leave empty for no limit"
            error={form.errorOf('choiceLimit')}
            value={limit ?? ''}
            onChange={({ target }) =>
              form.setValue('choiceLimit', target.value === '' ? null : target.valueAsNumber, options)
            }
          />
        </div>
      )}
    </>
  )
}
