import type { Ref } from 'react'

type Props = { ref: Ref<HTMLInputElement>; label: string; onFiles: (files: File[]) => void }

/** The system's own chooser, opened by a button of the page. */
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
      // The same file can be chosen again.
      target.value = ''
    }}
  />
)
