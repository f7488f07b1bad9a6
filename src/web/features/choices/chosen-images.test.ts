import { expect, test } from 'vitest'
import type { Choice } from '#shared/choices.ts'
import type { Image } from '#shared/images.ts'
import { chosenByText, chosenImages, searchText } from './chosen-images.ts'

const images = ['a', 'b', 'c', 'd'].map((_id) => ({ _id, fileName: `IMG_${_id}.CR3.jpg` }) as Image)
const choiceOf = (_id: string, name: string, imageIds: string[]) =>
  ({ _id, guest: { name, email: null, invitation: null }, imageIds, notes: {} }) as unknown as Choice
const choices = [choiceOf('1', 'Anna', ['a', 'c']), choiceOf('2', '', ['c', 'd'])]
const idsOf = (whose: string) => chosenImages(images, choices, whose).map(({ image }) => image._id)

test('images are filtered by person and sorted by how many people picked them', () => {
  expect(idsOf('everyone')).toEqual(['c', 'a', 'd'])
  expect(idsOf('agree')).toEqual(['c'])
  expect(idsOf('1')).toEqual(['c', 'a'])
  expect(chosenImages(images, choices.slice(0, 1), 'agree')).toEqual([])
})

test('each image lists who picked it, including people without a name', () => {
  const texts = chosenImages(images, choices, 'everyone').map((chosen) => chosenByText(chosen, 2))
  expect(texts).toEqual(['Everyone', 'Anna', 'Unnamed visitor'])
})

test('file names are joined without their extensions', () => {
  expect(searchText(chosenImages(images, choices, '1'))).toBe('IMG_c.CR3, IMG_a.CR3')
})
