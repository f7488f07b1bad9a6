import '#web/ui/form-controls.css'
import type { Image } from '#shared/images.ts'
import { Picture } from '#web/ui/picture.tsx'

type Props = { images: readonly Image[]; selected: ReadonlySet<string>; onSelect: (selected: Set<string>) => void }

export function SelectImages({ images, selected, onSelect }: Props) {
  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }
  return (
    <div className="max-h-[40dvh] min-h-40 overflow-auto overscroll-contain">
      <fieldset className="grid grid-cols-3 gap-2 p-1 sm:grid-cols-4">
        <legend className="sr-only">Photos to download</legend>
        {images.map((image, index) => (
          <label
            key={image._id}
            className="relative block aspect-square cursor-pointer overflow-hidden rounded-small has-checked:outline-3 has-checked:outline-accent"
          >
            <Picture image={image} alt="" sizes="7rem" className="size-full object-cover" />
            <span className="sr-only">{image.title || `Photo ${index + 1}`}</span>
            <input
              type="checkbox"
              className="check absolute top-1.5 right-1.5 m-0"
              checked={selected.has(image._id)}
              onChange={() => toggle(image._id)}
            />
          </label>
        ))}
      </fieldset>
    </div>
  )
}
