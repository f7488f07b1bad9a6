import type { Ref } from 'react'

type Props = { ref: Ref<HTMLInputElement>; label: string; onFiles: (files: File[]) => void }

export const FilePicker = ({ ref, label, onFiles }: Props) => (
  <input
    ref={ref}
    type="file"
    multiple
    hidden
    aria-label={label}
    accept="image/*,.heic,.heif"
    onChange={({ target }) => {
      onFiles([...(target.files ?? [])])
      // Otherwise choosing the same file again fires no change event.
      target.value = ''
    }}
  />
)
