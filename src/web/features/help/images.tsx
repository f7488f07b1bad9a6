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
        JPEG, PNG, GIF (moving ones too), WebP, AVIF and HEIC, up to <FileLimit /> MB each. What a file is gets decided
        by what is in it, not by its name.
      </p>
    ),
  },
  {
    question: 'How many images can I have?',
    answer: (
      <p>
        <PlanLimits of="imageLimit" />, across all of your links. Who has reached the limit can still share and edit
        everything, and deletes or upgrades to upload more.
      </p>
    ),
  },
  {
    question: 'Are my pictures changed?',
    answer: (
      <p>
        They are never cropped and never get a watermark. Smaller sizes are made for screens; the full size keeps its
        pixels, and the file as you uploaded it is kept for you alone.
      </p>
    ),
  },
  {
    question: 'Can visitors see where a picture was taken?',
    answer: (
      <p>
        No. The place, serial numbers and everything else a camera writes into a file is cut out of all that is shown or
        downloaded. A download keeps the date it was taken, artist and copyright; camera, lens and exposure only where
        you show them, which is a switch of each link.
      </p>
    ),
  },
  {
    question: 'Can visitors download my pictures?',
    answer: <p>In full size only where you allow it: that is a switch of each link.</p>,
  },
  {
    question: 'What is the cover?',
    answer: (
      <p>
        The image that stands for its link. The first one you upload becomes it, and you can choose another. If you
        delete the cover, another image takes its place.
      </p>
    ),
  },
  {
    question: 'Who can comment?',
    answer: (
      <p>
        Everybody who is signed in and may see the image, with up to {formatNumber(commentMaxLength)} characters.
        Authors edit and delete what they wrote; the owner of the link can delete any comment on its images.
      </p>
    ),
  },
]
