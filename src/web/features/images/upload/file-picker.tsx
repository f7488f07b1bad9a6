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
      // Reset the input, or choosing the same file again wouldn't fire a change event.
      target.value = ''
    }}
  />
)
