import { expectRole } from './image-checks.ts'
import { actorOf, idsOf, type Model, openLinks, pick, placesIn, sectionTitle, shownIn } from './image-model.ts'
import { createLinkAccess } from './link-access.ts'
import type { TestServer } from './server.ts'

type Walk = (model: Model, which: number) => Promise<unknown>

/** The steps of image walks that change sections and the order of images. */
export function createOrderWalks(server: TestServer): Record<string, Walk> {
  const access = createLinkAccess(server)
  return {
    async addSection(model, which) {
      const link = pick(openLinks(model), which)
      if (!link) return
      const actor = actorOf(model, which)
      const section = { title: sectionTitle }
      const { status, body } = await server.post(`/api/links/${link.id}/sections`, section, { token: actor.token })
      if (!expectRole(model, actor, 'editor', link, status)) return
      const { _id: added } = body.data
      link.sections.push(added)
      if (link.guest) return
      const invited = { _id: link.id, slug: link.slug, owner: model.owner }
      const { pass } = await access.enter(await access.invite(invited, { sections: [added] }))
      link.guest = { pass, section: added }
    },
    async removeSection(model, which) {
      const link = pick(openLinks(model), which)
      const section = link && pick(link.sections, which >> 2)
      if (!section) return
      const actor = actorOf(model, which)
      const { status } = await server.del(`/api/sections/${section}`, undefined, { token: actor.token })
      if (!expectRole(model, actor, 'editor', link, status)) return
      link.sections = link.sections.filter((other) => other !== section)
      for (const photo of model.photos) if (photo.section === section) photo.section = null
    },
    async orderSections(model, which) {
      const link = pick(openLinks(model), which)
      if (!link || link.sections.length < 2) return
      const actor = actorOf(model, which)
      const sectionIds = [...link.sections.slice(1), ...link.sections.slice(0, 1)]
      const url = `/api/links/${link.id}/sections/order`
      const { status } = await server.put(url, { sectionIds }, { token: actor.token })
      if (expectRole(model, actor, 'editor', link, status)) link.sections = sectionIds
    },
    /** Images in the trash keep their places between the others. */
    async order(model, which) {
      const link = pick(openLinks(model), which)
      const shown = link ? shownIn(model, link) : []
      if (!link || shown.length < 2) return
      const actor = actorOf(model, which)
      const wanted = [...shown.slice(1), ...shown.slice(0, 1)]
      const url = `/api/links/${link.id}/order`
      const { status } = await server.put(url, { imageIds: idsOf(wanted) }, { token: actor.token })
      if (!expectRole(model, actor, 'editor', link, status)) return
      const inOrder = wanted.values()
      const places = placesIn(model, link).map((photo) => (photo.isTrashed ? photo : (inOrder.next().value ?? photo)))
      for (const [index, photo] of places.entries()) photo.position = index + 1
    },
  }
}
