import { useWatch } from 'react-hook-form'
import { Segment } from '#web/ui/segment.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { LinkForm } from './use-link-form.ts'

const options = [
  { value: 'accounts', label: 'Signed-in users' },
  { value: 'guests', label: 'Anyone' },
  { value: 'off', label: 'No one' },
] as const

const sentences = {
  accounts: 'Visitors must log in to comment.',
  guests: 'Visitors only need to enter a name.',
  off: 'Existing comments stay. Only you can add new ones.',
}

export function CommentsField({ form }: { form: LinkForm }) {
  const [commenting = 'accounts'] = useWatch({ control: form.control, name: ['comments'] })
  return (
    <div className="border-line border-t pt-4">
      <div className="pb-4">
        <Segment
          label="Who can comment"
          labelPlace="above"
          hint={sentences[commenting]}
          options={options}
          value={commenting}
          onChange={(value) => form.setValue('comments', value, { shouldDirty: true })}
        />
      </div>
      {commenting === 'guests' && (
        <Switch
          label="Review guest comments"
          hint="Guest comments stay hidden until you approve them."
          {...form.register('holdGuestComments')}
        />
      )}
    </div>
  )
}
