import aurora480 from '#web/assets/pictures/aurora-lake-480.webp'
import aurora960 from '#web/assets/pictures/aurora-lake-960.webp'
import forest480 from '#web/assets/pictures/forest-in-fog-480.webp'
import forest960 from '#web/assets/pictures/forest-in-fog-960.webp'
import tree480 from '#web/assets/pictures/lone-tree-480.webp'
import tree960 from '#web/assets/pictures/lone-tree-960.webp'
import meadow480 from '#web/assets/pictures/meadow-at-sundown-480.webp'
import meadow960 from '#web/assets/pictures/meadow-at-sundown-960.webp'
import ridges480 from '#web/assets/pictures/ridges-at-dawn-480.webp'
import ridges960 from '#web/assets/pictures/ridges-at-dawn-960.webp'
import sea480 from '#web/assets/pictures/sea-at-dusk-480.webp'
import sea960 from '#web/assets/pictures/sea-at-dusk-960.webp'
import canyon480 from '#web/assets/pictures/slot-canyon-480.webp'
import canyon960 from '#web/assets/pictures/slot-canyon-960.webp'
import stair480 from '#web/assets/pictures/spiral-stair-480.webp'
import stair960 from '#web/assets/pictures/spiral-stair-960.webp'

export type SamplePicture = {
  alt: string
  width: number
  height: number
  /** Shown until the image has loaded. */
  color: string
  small: string
  large: string
}

const wide = { width: 960, height: 640 }
const tall = { width: 768, height: 960 }

export const samples = {
  ridges: {
    alt: 'Ridges at dawn',
    ...{ width: 960, height: 600 },
    color: '#9c938a',
    small: ridges480,
    large: ridges960,
  },
  forest: { alt: 'Firs in fog', ...tall, color: '#919fa2', small: forest480, large: forest960 },
  sea: { alt: 'The sea at dusk', ...wide, color: '#81716a', small: sea480, large: sea960 },
  canyon: { alt: 'Light in a slot canyon', ...tall, color: '#8f4320', small: canyon480, large: canyon960 },
  meadow: { alt: 'Daisies at sundown', ...wide, color: '#a99f58', small: meadow480, large: meadow960 },
  stair: { alt: 'A spiral staircase from above', ...tall, color: '#684730', small: stair480, large: stair960 },
  aurora: { alt: 'Northern lights over a lake', ...wide, color: '#224242', small: aurora480, large: aurora960 },
  tree: {
    alt: 'A lone tree in winter',
    ...{ width: 960, height: 960 },
    color: '#b0b5bb',
    small: tree480,
    large: tree960,
  },
} satisfies Record<string, SamplePicture>
