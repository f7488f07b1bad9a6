import { expect, test } from 'vitest'
import { readMembers } from '#cli/json-members.mjs'

async function read(text: string, chunkBytes: number) {
  const bytes = Buffer.from(text)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
  }
  const found = []
  for await (const member of readMembers(chunks())) found.push(member)
  return found
}

test.each([1, 3, 1000])('members and items are read from chunks of %i bytes', async (chunkBytes) => {
  const value = {
    format: 'a "quoted" \\ {text], ü',
    version: 1,
    account: { name: 'Mara', list: [1, [2]] },
    empty: [],
    links: [{ title: '],{' }, { images: [{ a: [] }, {}] }, 7, 'text'],
    last: null,
  }
  const { format, version, account, links } = value
  const expected = [
    ['format', format],
    ['version', version],
    ['account', account],
    ...links.map((link) => ['links', link]),
    ['last', null],
  ]
  expect(await read(JSON.stringify(value), chunkBytes)).toEqual(expected)
  expect(await read(`\n${JSON.stringify(value, null, 2)}\n`, chunkBytes)).toEqual(expected)
})

test.each(['', 'text', '[1]', '{"a": 1', '{"a": [1, 2', '{"a": tru}', '{"a": "', '{a: 1}'])(
  '%s is rejected or empty',
  async (text) => {
    const outcome = await read(text, 10).catch((error) => error)
    if (text === '') expect(outcome).toEqual([])
    else expect(outcome).toBeInstanceOf(SyntaxError)
  },
)
