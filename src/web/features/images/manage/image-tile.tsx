import '#web/ui/form-controls.css'
import { Ellipsis, Focus, Heading, Maximize, Pencil, Star, Trash2 } from 'lucide-react'
import { memo, type Ref, useState } from 'react'
import type { Image } from '#shared/images.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { imageName } from './image-order.ts'

export type ImageAction = 'open' | 'cover' | 'focus' | 'edit' | 'section' | 'delete'
export type TileActions = {
  onToggle: (id: string, isRange: boolean) => void
  /** Called for pointers only, because pressing the same button on the keyboard starts a drag. */
  onPress: (image: Image, isRange: boolean) => void
  onAction: (action: ImageAction, image: Image) => void
}
type Handle = { ref: Ref<HTMLButtonElement>; props: object }
type Props = TileActions & { image: Image; isSelected: boolean; handle: Handle }

export const ImageTile = memo(({ image, isSelected, handle, onToggle, onPress, onAction }: Props) => {
  const name = imageName(image)
  // Most of hundreds of tiles never need their buttons.
  const [isActive, setIsActive] = useState(false)
  const activate = () => setIsActive(true)
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: nothing happens here that isn't in the menu, too */}
      <div className="pic-mat" onPointerEnter={activate} onFocus={activate}>
        <button
          type="button"
          {...handle.props}
          ref={handle.ref}
          className="pic-handle"
          aria-label={`Move ${name}`}
          onClick={(event) => event.detail > 0 && onPress(image, event.shiftKey)}
        >
          <Picture
            image={image}
            alt=""
            sizes="(min-width: 64rem) 16rem, (min-width: 40rem) 30vw, 45vw"
            draggable={false}
          />
        </button>
        {image.isCoverImage && (
          <span className="pic-cover inline-flex h-6 items-center gap-1.5 rounded-small bg-room/82 px-2 font-medium text-caption text-room-ink leading-none">
            <Star size={14} strokeWidth={1.75} aria-hidden="true" fill="currentColor" />
            <span>Cover</span>
          </span>
        )}
        <label className="pic-check">
          <span className="sr-only">Select {name}</span>
          <input
            type="checkbox"
            className="check"
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              onToggle(image._id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
            }
          />
        </label>
        {isActive && (
          <div className="pic-actions">
            {image.isCoverImage ? (
              <IconButton
                icon={Focus}
                label={`Set focal point of ${name}`}
                hint="Set focal point"
                onClick={() => onAction('focus', image)}
              />
            ) : (
              <IconButton
                icon={Star}
                label={`Set ${name} as cover`}
                hint="Set as cover"
                onClick={() => onAction('cover', image)}
              />
            )}
            <IconButton
              icon={Pencil}
              label={`Edit ${name}`}
              hint="Edit details"
              onClick={() => onAction('edit', image)}
            />
            <IconButton
              icon={Trash2}
              kind="iconDanger"
              label={`Delete ${name}`}
              hint="Delete"
              onClick={() => onAction('delete', image)}
            />
          </div>
        )}
      </div>
      <div className="pic-caption mt-1 grid grid-cols-[minmax(0,1fr)_auto] items-center">
        <span dir="auto" className="pic-name truncate font-medium text-ui" title={name}>
          {name}
        </span>
        <Menu
          items={[
            { label: 'Open', icon: Maximize, onSelect: () => onAction('open', image) },
            image.isCoverImage
              ? { label: 'Set focal point', icon: Focus, onSelect: () => onAction('focus', image) }
              : { label: 'Set as cover', icon: Star, onSelect: () => onAction('cover', image) },
            { label: 'Edit details', icon: Pencil, onSelect: () => onAction('edit', image) },
            { label: 'Move to section…', icon: Heading, onSelect: () => onAction('section', image) },
            { label: 'Delete', icon: Trash2, isDestructive: true, onSelect: () => onAction('delete', image) },
          ]}
          trigger={(props) => <IconButton {...props} className="-mr-1" icon={Ellipsis} label={`Actions for ${name}`} />}
        />
      </div>
    </>
  )
})
