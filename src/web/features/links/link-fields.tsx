import { Image, LayoutGrid } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { descriptionMaxLength, titleMaxLength } from '#shared/limits.ts'
import type { Link } from '#shared/links.ts'
import { Segment } from '#web/ui/segment.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { AudienceField, useAudience } from './audience-field.tsx'
import { CommentsField } from './comments-field.tsx'
import { ExpiryField } from './expiry-field.tsx'
import { FavoritesField } from './favorites-field.tsx'
import { SlugField } from './slug-field.tsx'
import type { LinkForm } from './use-link-form.ts'
import type { OwnPlan } from './use-own-plan.ts'

const openings = [
  { value: 'cover', label: 'Its cover', icon: Image },
  { value: 'wall', label: 'All pictures', icon: LayoutGrid },
] as const

const openingHints = {
  cover: 'The cover fills the screen with the title on it; the pictures follow.',
  wall: 'Title and pictures stand there at once.',
}

const partStyle = 'grid gap-5 border-line border-t pt-8'

type Props = { form: LinkForm; plan: OwnPlan; link?: Link }

/** All that a link's owner decides, the same for a new link and for one that is there. */
export function LinkFields({ form, plan, link }: Props) {
  const [title, description = '', opening = 'wall'] = useWatch({
    control: form.control,
    name: ['title', 'description', 'opening'],
  })
  const hasPassword = link?.hasPassword ?? false
  const audience = useAudience(form, hasPassword)
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
      <Segment
        label="Opens with"
        labelPlace="above"
        hint={openingHints[opening]}
        options={openings}
        value={opening}
        onChange={(value) => form.setValue('opening', value, { shouldDirty: true })}
      />
      <SlugField form={form} plan={plan} currentSlug={link?.slug} />
      <section aria-labelledby="audience" className={partStyle}>
        <h2 id="audience" className="text-subhead">
          Who can see it
        </h2>
        <AudienceField form={form} hasPassword={hasPassword} link={link} />
        <div>
          <ExpiryField form={form} plan={plan} />
          {audience === 'public' ? (
            <Switch
              label="Show on the public page"
              hint="On: it stands on the home page, for everybody to find. Off: only people who have the link find it."
              {...form.register('isListed')}
            />
          ) : (
            <Switch
              label="Show on the public page"
              hint="Only public links can stand there."
              checked={false}
              disabled
            />
          )}
        </div>
      </section>
      <section aria-labelledby="visitors-may" className={partStyle}>
        <div>
          <h2 id="visitors-may" className="text-subhead">
            What visitors may do
          </h2>
          <p className="mt-1 text-ink-2 text-ui">An invitation can allow more than this, or less.</p>
        </div>
        <div>
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
          <FavoritesField form={form} />
        </div>
        <CommentsField form={form} />
      </section>
    </>
  )
}
