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
  { value: 'cover', label: 'Cover photo', icon: Image },
  { value: 'wall', label: 'Photo grid', icon: LayoutGrid },
] as const

const openingHints = {
  cover: 'A full-screen cover with the title, then the photos.',
  wall: 'The title, with the photos right below.',
}

const partStyle = 'grid gap-5 border-line border-t pt-8'

type Props = { form: LinkForm; plan: OwnPlan; link?: Link }

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
        label="First screen"
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
              hint="Lists this gallery on this site's home page."
              {...form.register('isListed')}
            />
          ) : (
            <Switch label="Show on the public page" hint="Only available for public links." checked={false} disabled />
          )}
        </div>
      </section>
      <section aria-labelledby="visitors-may" className={partStyle}>
        <div>
          <h2 id="visitors-may" className="text-subhead">
            Visitor permissions
          </h2>
          <p className="mt-1 text-ink-2 text-ui">You can override these for each invitation.</p>
        </div>
        <div>
          <Switch
            label="Allow downloads"
            hint="Visitors can save individual photos or download them all."
            {...form.register('allowDownloads')}
          />
          <Switch
            label="Show camera details"
            hint="Show camera, lens and exposure with each photo and keep them in downloads. Location is always removed."
            {...form.register('cameraDetails')}
          />
          <FavoritesField form={form} />
        </div>
        <CommentsField form={form} />
      </section>
    </>
  )
}
