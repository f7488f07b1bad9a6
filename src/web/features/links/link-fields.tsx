import { Image, LayoutGrid } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { Link as RouterLink } from 'react-router'
import { choiceMaxSize, descriptionMaxLength, slugLength, titleMaxLength } from '#shared/limits.ts'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { Segment } from '#web/ui/segment.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { AudienceField, useAudience } from './audience-field.tsx'
import { ExpiryField } from './expiry-field.tsx'
import { OpeningPreview } from './opening-preview.tsx'
import type { LinkForm } from './use-link-form.ts'
import type { PlanOfFields } from './use-own-plan.ts'

const openings = [
  { value: 'cover', label: 'Cover photo', icon: Image },
  { value: 'wall', label: 'Photo grid', icon: LayoutGrid },
] as const

const openingHints = {
  cover: 'A full-screen cover with the title, then the photos.',
  wall: 'The title, with the photos right below.',
}

type Props = { form: LinkForm; plan: PlanOfFields; link?: Link | undefined }

export function TitleField({ form, autoFocus = false }: { form: LinkForm; autoFocus?: boolean }) {
  const title = useWatch({ control: form.control, name: 'title' })
  return (
    <TextField
      label="Title"
      autoComplete="off"
      autoFocus={autoFocus}
      count={{ used: title.length, max: titleMaxLength }}
      error={form.errorOf('title')}
      {...form.register('title')}
    />
  )
}

export function DetailFields({ form, plan, link }: Props) {
  const [title, description = '', opening = 'wall'] = useWatch({
    control: form.control,
    name: ['title', 'description', 'opening'],
  })
  return (
    <>
      <TextArea
        label="Description"
        count={{ used: description.length, max: descriptionMaxLength }}
        error={form.errorOf('description')}
        {...form.register('description')}
      />
      {link?.myRole !== 'editor' && <SlugField form={form} plan={plan} currentSlug={link?.slug} />}
      <div className="grid gap-3">
        <Segment
          label="First screen"
          labelPlace="above"
          hint={openingHints[opening]}
          options={openings}
          value={opening}
          onChange={(value) => form.setValue('opening', value, { shouldDirty: true })}
        />
        <OpeningPreview opening={opening} title={title} link={link} />
      </div>
    </>
  )
}

export function AudienceFields({ form, plan, link }: Props) {
  const hasPassword = link?.hasPassword ?? false
  const audience = useAudience(form, hasPassword)
  return (
    <>
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
    </>
  )
}

export const VisitorFields = ({ form }: { form: LinkForm }) => (
  <>
    <p className="text-ink-2 text-ui">You can override these for each invitation.</p>
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
  </>
)

const slugRule = `${slugLength.min}–${slugLength.max} characters: a–z, 0–9 and hyphens.`

function SlugField({
  form,
  plan,
  currentSlug,
}: {
  form: LinkForm
  plan: PlanOfFields
  currentSlug: string | undefined
}) {
  const label = 'Custom link'
  const sellsPlans = useSellsPlans()
  if (plan.allows.customSlugs) {
    return (
      <TextField
        label={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          currentSlug
            ? `${slugRule} The old link will redirect here.`
            : `${slugRule} Leave empty for a random, unguessable link.`
        }
        error={form.errorOf('slug')}
        {...form.register('slug', currentSlug ? {} : { setValueAs: (text?: string) => text || undefined })}
      />
    )
  }
  const offer = sellsPlans && (
    <>
      Custom links are a Gold feature.{' '}
      <RouterLink to={pages.subscription} className="link">
        See Gold
      </RouterLink>
    </>
  )
  if (currentSlug) return <TextField label={label} readOnly value={currentSlug} hint={offer} />
  return (
    <div className="grid gap-1.5">
      <p className="font-medium text-ui">{label}</p>
      <p className="text-caption text-ink-3">Your link will be random and unguessable. {offer}</p>
    </div>
  )
}

function FavoritesField({ form }: { form: LinkForm }) {
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
            hint="Leave empty for no limit."
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

const commenters = [
  { value: 'accounts', label: 'Logged-in users' },
  { value: 'guests', label: 'Anyone' },
  { value: 'off', label: 'No one' },
] as const

const commenterHints = {
  accounts: 'Visitors must log in to comment.',
  guests: 'Visitors only need to enter a name.',
  off: 'Existing comments stay. Only you can add new ones.',
}

function CommentsField({ form }: { form: LinkForm }) {
  const [commenting = 'accounts'] = useWatch({ control: form.control, name: ['comments'] })
  return (
    <div className="border-line border-t pt-4">
      <div className="pb-4">
        <Segment
          label="Who can comment"
          labelPlace="above"
          hint={commenterHints[commenting]}
          options={commenters}
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
