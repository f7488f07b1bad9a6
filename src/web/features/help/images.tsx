import { commentMaxLength } from '#shared/limits.ts'
import { formatNumber } from '#web/lib/formats.ts'
import { FileLimit } from '#web/lib/use-file-limit.ts'
import { PlanLimits } from './plan-text.tsx'
import type { Question } from './question.tsx'

export const images: readonly Question[] = [
  {
    question: 'Which files can I upload?',
    answer: (
      <p>
        JPEG, PNG, GIF (including animated ones), WebP, AVIF and HEIC, up to <FileLimit /> MB each. We check the file’s
        contents, not its name.
      </p>
    ),
  },
  {
    question: 'How many images can I have?',
    answer: (
      <p>
        <PlanLimits of="imageLimit" />, across all your links. If you reach the limit, you can still share and edit
        everything. Delete images or upgrade to add more.
      </p>
    ),
  },
  {
    question: 'Do you change my images?',
    answer: (
      <p>
        We never crop them or add watermarks. We create smaller sizes for screens. The full size keeps every pixel, and
        we keep your original file, which only you can download.
      </p>
    ),
  },
  {
    question: 'Can visitors see where a photo was taken?',
    answer: (
      <p>
        No. Images that visitors see or download never include the location, serial numbers or anything else the camera
        recorded, except the date taken, artist and copyright in downloads. Camera, lens and exposure are only included
        if you turn that on for the link.
      </p>
    ),
  },
  {
    question: 'Can visitors download my images?',
    answer: <p>Full-size downloads only work if you allow them. You can turn them on or off for each link.</p>,
  },
  {
    question: 'What’s the cover?',
    answer: (
      <p>
        The image that represents the link. The first one you upload becomes the cover, and you can change it anytime.
        If you delete the cover, another image takes its place.
      </p>
    ),
  },
  {
    question: 'Who can comment?',
    answer: (
      <p>
        Anyone who’s signed in and can see the image, and guests too if you allow it for the link. A comment can have up
        to {formatNumber(commentMaxLength)} characters. Authors can edit and delete their comments, and the link’s owner
        can delete any comment.
      </p>
    ),
  },
]
