import type { Sample } from '#server/define-server.ts'
import { attachments } from '../../attachments/entities.ts'
import { dailyLogs } from '../../daily-logs/entities.ts'
import { projects } from '../../projects/entities.ts'
import { punchItems } from '../../punch-items/entities.ts'
import { rfis } from '../../rfis/entities.ts'
import { users } from '../../users/entities.ts'
import { createPainter, HEIGHT, WIDTH } from './painter.ts'
import { toPng } from './png.ts'
import { scenes, type Scene } from './scenes.ts'

const DAY = 86_400_000

/** What is photographed on the last days of the first two jobs, newest day first. */
const days: readonly (readonly (readonly [Scene, string])[])[][] = [
  [
    [
      ['rack', 'Corridor B rack, grid 4 to 7'],
      ['studs', 'Classroom 102, north wall before drywall'],
    ],
    [['corridor', 'F4 fixtures up in corridor B']],
    [['panel', 'LP-2 landed, circuits 1 to 24']],
  ],
  [
    [
      ['trench', 'Service trench, grid C to the pad'],
      ['gear', 'Gear set, bollards in'],
    ],
    [['trench', 'Before backfill, inspected']],
  ],
]
/** By the title of what is asked. */
const asked: Readonly<Record<string, readonly [Scene, string]>> = {
  'Feeder route above stage': ['rack', 'What is there now, looking north'],
  'Panel LP-2 clearance at door swing': ['panel', 'Room 114, door open'],
  'Transformer pad and gas meter': ['gear', 'Pad and meter side'],
}
/** By the title of what is found on a walk. */
const found: Readonly<Record<string, readonly [Scene, string]>> = {
  'Missing bonding jumper at LP-2': ['panel', 'LP-2, lower left'],
  'Box not flush with tile': ['studs', 'Box stands back 3/8"'],
  'Exit sign crooked': ['corridor', 'Vestibule 100'],
}

export const sample: Sample = {
  after: ['projects', 'users', 'rfis', 'daily-logs', 'punch-items', 'documents'],
  async seed({ save, all, now }, { keepFile }) {
    const people = await all(users)
    const foreman = people.find(({ email }) => email === 'foreman@plumbline.test')
    if (!foreman) return
    const pictures = new Map<Scene, Promise<Uint8Array>>()
    const pictureOf = (scene: Scene) => {
      const known = pictures.get(scene) ?? paint(scene)
      pictures.set(scene, known)
      return known
    }
    const author = foreman.id
    let nth = 0
    async function add(
      type: string,
      id: number,
      [scene, caption]: readonly [Scene, string],
      at: number,
      kind?: 'before',
    ) {
      const file = await keepFile(`IMG_${4210 + nth++}.png`, 'image/png', await pictureOf(scene))
      await save(attachments, {
        attachable_type: type,
        attachable_id: id,
        ...file,
        caption,
        kind: kind ?? null,
        taken_at: new Date(at).toISOString(),
        user_id: author,
      })
    }
    const jobs = await all(projects, { archived_at: null })
    const logs = (await all(dailyLogs)).toSorted((a, b) => (a.date < b.date ? 1 : -1))
    for (const [index, perDay] of days.entries()) {
      const own = logs.filter(({ project_id }) => project_id === jobs[index]?.id)
      for (const [back, photos] of perDay.entries()) {
        const log = own[back]
        // Late in the morning on the west coast.
        const taken = Math.min(Date.parse(`${log?.date}T18:10:00Z`), Date.parse(now) - DAY / 12)
        if (log)
          for (const [late, photo] of photos.entries()) await add(dailyLogs.table, log.id, photo, taken + late * 9e5)
      }
    }
    for (const rfi of await all(rfis)) {
      const photo = asked[rfi.title]
      if (photo) await add(rfis.table, rfi.id, photo, Date.parse(rfi.created_at) - 3 * DAY)
    }
    for (const item of await all(punchItems)) {
      const photo = item.project_id === jobs[0]?.id && found[item.title]
      if (photo) await add(punchItems.table, item.id, photo, Date.parse(now) - 2 * DAY, 'before')
    }
    const second = jobs[1]
    if (second) await add(projects.table, second.id, ['gear', 'Service entrance'], Date.parse(now) - 9 * DAY)
  },
}

async function paint(scene: Scene): Promise<Uint8Array> {
  const painter = createPainter()
  scenes[scene](painter)
  return toPng(painter.pixels, WIDTH, HEIGHT)
}
