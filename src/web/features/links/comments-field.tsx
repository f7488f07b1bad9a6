import { useWatch } from 'react-hook-form'
import { Segment } from '#web/ui/segment.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { LinkForm } from './use-link-form.ts'

const options = [
  { value: 'accounts', label: 'With an account' },
  { value: 'guests', label: 'Everybody' },
  { value: 'off', label: 'Nobody' },
] as const

const sentences = {
  accounts: 'People who are signed in comment under the name of their account.',
  guests: 'Whoever can open the gallery comments with a name, without an account.',
  off: 'What was said stays; nothing new is added, except by you.',
}

/** Who may comment, and whether what guests write waits for the owner. */
export function CommentsField({ form }: { form: LinkForm }) {
  const [commenting = 'accounts'] = useWatch({ control: form.control, name: ['comments'] })
  return (
    <div className="border-line border-t pt-4">
      <div className="pb-4">
        <Segment
          label="Who comments"
          labelPlace="above"
          hint={sentences[commenting]}
          options={options}
          value={commenting}
          onChange={(value) => form.setValue('comments', value, { shouldDirty: true })}
        />
      </div>
      {commenting === 'guests' && (
        <Switch
          label="Read comments of guests first"
          hint="On: they wait until you approve them. Off: everybody sees them at once."
          {...form.register('holdGuestComments')}
        />
      )}
    </div>
  )
}
