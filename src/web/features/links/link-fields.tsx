import { Globe, Image, LayoutGrid, Lock } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { descriptionMaxLength, titleMaxLength } from '#shared/limits.ts'
import { Segment } from '#web/ui/segment.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { ExpiryChoice } from './expiry-choice.tsx'
import { SlugField } from './slug-field.tsx'
import type { LinkForm } from './use-link-form.ts'
import type { OwnPlan } from './use-own-plan.ts'

const audiences = [
  { value: 'public', label: 'Public', icon: Globe },
  { value: 'private', label: 'Private', icon: Lock },
] as const

const openings = [
  { value: 'cover', label: 'Its cover', icon: Image },
  { value: 'wall', label: 'All pictures', icon: LayoutGrid },
] as const

type Props = { form: LinkForm; plan: OwnPlan; currentSlug?: string }

/** All that a link's owner decides, the same for a new link and for one that is there. */
export function LinkFields({ form, plan, currentSlug }: Props) {
  const [title, description = '', isPrivate = false, opening = 'wall'] = useWatch({
    control: form.control,
    name: ['title', 'description', 'isPrivate', 'opening'],
  })
  return (
    <>
      <TextField
        label="Title"
        autoComplete="off"
        count={{ used: title.length, max: titleMaxLength }}
        error={form.errorOf('title')}
        {...form.register('title')}
      />
      <TextArea
        label="Description"
        count={{ used: description.length, max: descriptionMaxLength }}
        error={form.errorOf('description')}
        {...form.register('description')}
      />
      <div className="grid justify-items-start gap-1.5">
        <p aria-hidden="true" className="font-medium text-ui">
          Opens with
        </p>
        <Segment
          label="Opens with"
          options={openings}
          value={opening}
          onChange={(value) => form.setValue('opening', value, { shouldDirty: true })}
        />
        <p className="text-caption text-ink-3">
          {opening === 'cover'
            ? 'The cover fills the screen with the title on it; the pictures follow.'
            : 'Title and pictures stand there at once.'}
        </p>
      </div>
      <div className="grid justify-items-start gap-1.5">
        <p aria-hidden="true" className="font-medium text-ui">
          Who can see it
        </p>
        <Segment
          label="Who can see it"
          options={audiences}
          value={isPrivate ? 'private' : 'public'}
          onChange={(value) => form.setValue('isPrivate', value === 'private', { shouldDirty: true })}
        />
        <p className="text-caption text-ink-3">
          {isPrivate ? 'Only you can look at the pictures.' : 'Anyone with the link can look at the pictures.'}
        </p>
      </div>
      <div>
        <ExpiryChoice form={form} plan={plan} />
        <Switch
          label="Allow downloads"
          hint="Recipients can save single pictures or all of them."
          {...form.register('allowDownloads')}
        />
        <Switch
          label="Show camera details"
          hint="On: camera, lens and exposure stand beside each picture and stay in downloads. Where a picture was taken is never told."
          {...form.register('cameraDetails')}
        />
        <Switch
          label="Show on the public page"
          hint="On: it stands on the home page, for everybody to find. Off: only people who have the link find it."
          {...form.register('isListed')}
        />
        <div className="border-line border-t pt-6">
          <SlugField form={form} plan={plan} currentSlug={currentSlug} />
        </div>
      </div>
    </>
  )
}
