import { expect, test } from 'vitest'
import { cameraName } from './camera.ts'

test.each([
  [{ make: 'Fujifilm', model: 'X-T5' }, 'Fujifilm X-T5'],
  [{ make: 'NIKON', model: 'Nikon Z 6' }, 'Nikon Z 6'],
  [{ make: null, model: 'Pixel 8' }, 'Pixel 8'],
  [{ make: 'Leica', model: null }, 'Leica'],
])('%j is shown as %s', (camera, name) => {
  expect(cameraName(camera)).toBe(name)
})
