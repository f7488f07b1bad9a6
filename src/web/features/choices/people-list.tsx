import { useQueryClient } from '@tanstack/react-query'
import { Check, Copy, Ellipsis, Heart, LockOpen, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { generatePath, Link as RouterLink } from 'react-router'
import { type Choice, deleteChoice, reopenChoice } from '#shared/choices.ts'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { count } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Time } from '#web/ui/time.tsx'
import { chosenImages, nameOf, type Whose } from './chosen-images.ts'
import { copyFileNames } from './export-choices.tsx'

type Props = {
  link: Link
  choices: readonly Choice[]
  /** True if more people can be loaded. */
  isPart: boolean
  whose: Whose
  onPick: (whose: Whose) => void
  children: ReactNode
}

export function PeopleList({ link, choices, isPart, whose, onPick, children }: Props) {
  const sizeOf = (each: Whose) => count(chosenImages(link.images, choices, each).length, 'favorite')
  const groups: { whose: Whose; label: string }[] = [
    { whose: 'everyone', label: isPart ? `${choices.length} most recent` : 'All favorites' },
    ...(choices.length > 1 && !isPart ? [{ whose: 'agree', label: 'Picked by everyone' }] : []),
  ]
  return (
    <aside aria-labelledby="people-list">
      <h2 id="people-list" className="mb-3 text-subhead">
        By person
      </h2>
      <ul className="people-list">
        {groups.map((group) => (
          <li key={group.whose}>
            <button type="button" aria-pressed={whose === group.whose} onClick={() => onPick(group.whose)}>
              <b>{group.label}</b>
              <span>{sizeOf(group.whose)}</span>
            </button>
          </li>
        ))}
        {choices.map((choice) => (
          <PersonRow
            key={choice._id}
            link={link}
            choice={choice}
            isPicked={whose === choice._id}
            onPick={() => onPick(choice._id)}
          />
        ))}
      </ul>
      {children}
      <p className="mt-4 text-caption text-ink-3">
        {link.choiceLimit === null ? 'No limit.' : `Limit: ${count(link.choiceLimit, 'favorite')} per person.`}{' '}
        <RouterLink className="link" to={generatePath(pages.editLink, { linkId: link._id })}>
          Change
        </RouterLink>
      </p>
    </aside>
  )
}

type PersonRowProps = { link: Link; choice: Choice; isPicked: boolean; onPick: () => void }

function PersonRow({ link, choice, isPicked, onPick }: PersonRowProps) {
  const [isDeleting, setIsDeleting] = useState(false)
  const { reopen, remove } = useChoiceActions(link._id)
  const name = nameOf(choice)
  const { length } = choice.imageIds
  const items = [
    ...(choice.state === 'sent' ? [{ label: 'Reopen', icon: LockOpen, onSelect: () => reopen(choice) }] : []),
    {
      label: 'Copy file names',
      icon: Copy,
      onSelect: () => copyFileNames(chosenImages(link.images, [choice], choice._id)),
    },
    { label: 'Delete favorites', icon: Trash2, isDestructive: true, onSelect: () => setIsDeleting(true) },
  ]
  return (
    <li>
      <button type="button" aria-pressed={isPicked} onClick={onPick}>
        <b dir="auto">{name}</b>
        <span>{link.choiceLimit === null ? length : `${length} of ${link.choiceLimit}`}</span>
        <span className="person-state">
          <State choice={choice} />
        </span>
      </button>
      <Menu
        items={items}
        trigger={(props) => <IconButton {...props} icon={Ellipsis} label={`More actions for ${name}`} hint="More" />}
      />
      {isDeleting && (
        <ConfirmDialog
          title={`Delete favorites from ${name}?`}
          verb="Delete"
          busyVerb="Deleting"
          onConfirm={() => remove(choice)}
          onClose={() => setIsDeleting(false)}
        >
          <p>This deletes their favorites, notes and message. Your images stay.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

function State({ choice: { state, sentAt, askedAt, updatedAt } }: { choice: Choice }) {
  if (state === 'sent' && sentAt) {
    return (
      <>
        <Badge tone="ok" icon={Check}>
          Sent
        </Badge>
        {askedAt ? <Badge tone="warn">Requested changes</Badge> : <Time at={sentAt} as="ago" />}
      </>
    )
  }
  return (
    <>
      {sentAt ? (
        <Badge tone="accent" icon={LockOpen}>
          Reopened
        </Badge>
      ) : (
        <Badge icon={Heart}>In progress</Badge>
      )}
      <span>
        Updated <Time at={updatedAt} as="ago" />
      </span>
    </>
  )
}

function useChoiceActions(linkId: string) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.choices(linkId) })
  return {
    async reopen(choice: Choice) {
      try {
        await call(reopenChoice, { params: { id: choice._id } })
        await refresh()
        await notify('success', `${nameOf(choice)} can now edit and resend their favorites`)
      } catch (error) {
        await notify('error', errorMessage(error, "Couldn't reopen the list. Please try again."))
      }
    },
    async remove(choice: Choice) {
      await call(deleteChoice, { params: { id: choice._id } })
      await refresh()
    },
  }
}
