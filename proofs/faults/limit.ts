import type { Image } from '#shared/images.ts'
import { plans } from '#shared/plans.ts'
import type { Answer, TestLink } from '#test/support/client.ts'
import { aSmallPicture } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import { type Backend, createProductOn } from './backends.ts'
import { createFindings, type Outcome } from './outcome.ts'
import { retryWhileBusy } from './retry-while-busy.ts'

type Options = { backend: Backend; uploads: number; limit?: number; atOnce: number; seed: number }

/**
 * Concurrently uploads more images than the limit allows, which is the Free plan's by default. Exactly the allowed
 * number must be stored, each complete.
 */
export const uploadPastLimit = ({ backend, uploads, limit, atOnce, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const { product, inspector } = await createProductOn(backend, scope, limit ? { IMAGE_LIMIT: `${limit}` } : {})
    const { client } = product
    const owner = await client.aUser()
    const links = [await client.aLink(owner), await client.aLink(owner)]
    const picture = await aSmallPicture()
    const answers: Answer[] = []

    let begun = 0
    const uploader = async () => {
      while (begun < uploads) {
        const number = begun++
        const link = links[number % 2] as TestLink
        answers.push(await retryWhileBusy(() => client.upload(link, picture, { isCover: number % 5 === 0 })))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, uploader))

    const allowed = limit ?? plans.free.imageLimit
    const kept: Image[] = answers.filter(({ status }) => status === 201).map(({ body }) => body.data)
    const refused = answers.filter(({ status, body }) => status === 403 && body.code === 'IMAGE_LIMIT_REACHED')
    findings.expectCount('uploads', answers.length, uploads)
    findings.expectCount('images stored', kept.length, Math.min(allowed, uploads))
    findings.expectCount('uploads rejected', refused.length, Math.max(0, uploads - allowed))
    for (const { status, body } of answers) {
      if (status !== 201 && body.code !== 'IMAGE_LIMIT_REACHED')
        findings.note(`an upload returned ${status} ${body.code}`)
    }
    for (const { _id } of kept) findings.noteAll(await client.findFaults(_id, owner.token, picture.bytes))

    for (const link of links) {
      const { body } = await client.get(`/api/links/${link._id}`, owner.token)
      const images: Image[] = body.data.images
      const wanted = kept.filter((image) => image.link._id === link._id)
      if (images.length !== wanted.length || body.data.imageCount !== wanted.length) {
        findings.note(`a link lists ${images.length} and counts ${body.data.imageCount} of ${wanted.length}`)
      }
      const covers = images.filter((image) => image.isCoverImage)
      if (covers.length !== 1) findings.note(`a link has ${covers.length} covers`)
    }
    if (!(await inspector.waitForSweep())) findings.note("the sweep didn't finish")
    findings.noteAll(await inspector.findFaults())
    findings.noteAll(product.crashes)
    return {
      seed,
      problems: findings.problems,
      counts: { uploads: answers.length, 'at once': atOnce, kept: kept.length, refused: refused.length },
    }
  })
