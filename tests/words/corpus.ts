import { jpeg } from '../files.ts'
import { docx, zipped } from '../docx.fixture.ts'
import { lockedSet, scannedSet } from '../drawings.fixture.ts'
import {
  embeddedFont,
  HELVETICA,
  lines,
  linearPdf,
  literal,
  onePage,
  packedPdf,
  pdfOf,
  shown,
  stream,
  type Bytes,
} from './pdf-of.ts'

/** A file, the searches that find it, and what is said of its words. */
export interface Kind {
  readonly name: string
  readonly bytes: () => Bytes | ArrayBuffer
  readonly finds?: readonly string[]
  /** What its words have come to; they can be searched unless it says otherwise. */
  readonly state?: 'none' | 'failed'
  /** Why, or why not all of them. */
  readonly problem?: string
  /** Tried in every run of the tests. */
  readonly brief?: true
}

const utf16 = (text: string, isBig: boolean): Bytes => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return new Uint8Array(isBig ? bytes.swap16() : bytes)
}
const latin = (text: string): Bytes => new Uint8Array(Buffer.from(text, 'latin1'))
const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

/** Text in a font of its own, each glyph of which says one of these. */
function inOwnFont(text: readonly string[]): Bytes {
  const said = [...new Set(text)]
  const { font, more } = embeddedFont(said)
  return pdfOf(onePage(`BT /F 12 Tf 72 700 Td ${shown(said, text)} ET`, { font, more }))
}

/** Letters one by one, each moved to its place by hand. */
const kerned = (text: string) =>
  `BT /F 12 Tf 72 700 Td [${[...text].map((one) => `${literal(one)} 18 `).join('')}] TJ ET`
const placed = (text: string) =>
  [...text].map((one, at) => `BT /F 12 Tf ${72 + at * 7.2} 660 Td ${literal(one)} Tj ET`).join('\n')

const twoColumns = () => {
  const [left, right] = [
    ['The contractor verifies', 'existing switchgear', 'before demolition.'],
    ['The engineer reviews', 'replacement luminaires', 'within ten days.'],
  ]
  return left
    .map((text, at) => {
      const y = 700 - at * 14
      return `BT /F 10 Tf 72 ${y} Td ${literal(text)} Tj ET BT /F 10 Tf 330 ${y} Td ${literal(right[at] ?? '')} Tj ET`
    })
    .join('\n')
}

function manyPages(count: number, last: string): Bytes {
  const content = (at: number) =>
    lines(`Section ${at + 1}`, ...Array.from({ length: 30 }, () => FILLER), at === count - 1 ? last : '')
  const kids = Array.from({ length: count }, (_, at) => `${4 + at * 2} 0 R`).join(' ')
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${count} /MediaBox [0 0 612 792] /Resources << /Font << /F 3 0 R >> >> >>`,
    HELVETICA,
    ...Array.from({ length: count }, (_, at) => [
      `<< /Type /Page /Parent 2 0 R /Contents ${5 + at * 2} 0 R >>`,
      stream('', content(at)),
    ]).flat(),
  ])
}
const FILLER = 'Furnish and install raceways as shown on the plans.'

const SCAN = stream(
  '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8',
  Buffer.alloc(64, 120),
)
const PICTURE = 'q 612 0 0 792 0 0 cm /S Do Q'

/** Text on the first of two pages, the second of which is a picture. */
const halfScanned = () =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 7 0 R] /Count 2 /MediaBox [0 0 612 792] >>',
    '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    stream('', lines('Cover letter to the addendum')),
    HELVETICA,
    SCAN,
    '<< /Type /Page /Parent 2 0 R /Contents 8 0 R /Resources << /XObject << /S 6 0 R >> >> >>',
    stream('', PICTURE),
  ])

/** A field whose value its parent holds, as where one value is shown at two places. */
const filledForm = () =>
  pdfOf(
    onePage('', {
      catalog: '/AcroForm << /Fields [6 0 R 7 0 R] /DR << /Font << /F 5 0 R >> >> /DA (/F 10 Tf) >>',
      page: '/Annots [6 0 R 8 0 R]',
      more: [
        '<< /Type /Annot /Subtype /Widget /FT /Tx /T (inspector) /V (Wainwright) /Rect [72 700 300 720] /P 3 0 R >>',
        '<< /FT /Tx /T (permit) /V <FEFF004B00FC006E0064006900670075006E0067> /Kids [8 0 R] >>',
        '<< /Type /Annot /Subtype /Widget /Parent 7 0 R /Rect [72 660 300 680] /P 3 0 R >>',
      ],
    }),
  )

const annotated = () =>
  pdfOf(
    onePage(lines('As submitted'), {
      page: '/Annots [6 0 R 7 0 R]',
      more: [
        '<< /Type /Annot /Subtype /Text /Contents (Resubmit with seismic bracing) /Rect [72 600 90 618] >>',
        '<< /Type /Annot /Subtype /FreeText /Contents (Furnish nameplates) /DA (/F 10 Tf) /Rect [72 560 300 580] >>',
      ],
    }),
  )

const types = (part: string, type: string) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`

const workbook = () =>
  zipped({
    '[Content_Types].xml': types('/xl/workbook.xml', 'spreadsheetml.sheet'),
    'xl/workbook.xml': '<workbook/>',
    'xl/sharedStrings.xml':
      '<sst><si><t>Feeder &amp; ampacity</t></si><si><r><t>Trans</t></r><r><t>former</t></r></si></sst>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>Gro&#223;e Last</t></is></c></row></worksheet>',
  })
const slides = () =>
  zipped({
    '[Content_Types].xml': types('/ppt/presentation.xml', 'presentationml.presentation'),
    'ppt/presentation.xml': '<p:presentation/>',
    'ppt/slides/slide1.xml': '<p:sld><a:p><a:r><a:t>Toolbox talk: arc flash</a:t></a:r></a:p></p:sld>',
  })

const NOT_ALL = 'One of its 2 pages is a scan.'

/** Kinds of files that a job's documents are. */
export const corpus: readonly Kind[] = [
  {
    name: 'standard font.pdf',
    bytes: () => pdfOf(onePage(lines('Megger every feeder'))),
    finds: ['megger feeder'],
    brief: true,
  },
  {
    name: 'embedded subset.pdf',
    bytes: () => inOwnFont([...'Bonding jumper']),
    finds: ['bonding jumper'],
    brief: true,
  },
  {
    name: 'ligatures.pdf',
    bytes: () => inOwnFont(['c', 'o', 'n', 'ﬁ', 'n', 'e', 'd', ' ', 'e', 'ffl', 'u', 'e', 'n', 't']),
    finds: ['confined', 'effluent'],
  },
  {
    name: 'hyphens.pdf',
    bytes: () => pdfOf(onePage(lines('Set the dry-type trans-', 'former on a house-', 'keeping pad.'))),
    finds: ['transformer', 'housekeeping', 'house-keeping', 'dry-type'],
    brief: true,
  },
  {
    name: 'rotated page.pdf',
    bytes: () => pdfOf(onePage(lines('Panelboard elevations'), { page: '/Rotate 90' })),
    finds: ['panelboard elevations'],
  },
  {
    name: 'upright text.pdf',
    bytes: () => pdfOf(onePage('BT /F 12 Tf 0 1 -1 0 300 72 Tm (Riser diagram) Tj ET')),
    finds: ['riser diagram'],
  },
  {
    name: 'two columns.pdf',
    bytes: () => pdfOf(onePage(twoColumns())),
    finds: ['existing switchgear', 'replacement luminaires', 'demolition'],
  },
  {
    name: 'accents.pdf',
    bytes: () => pdfOf(onePage(lines('Caf\xe9 Z\xfcrich, Se\xf1or Pe\xf1a'))),
    finds: ['zürich', 'zurich', 'pena café'],
  },
  // As it is drawn, from left to right.
  { name: 'hebrew.pdf', bytes: () => inOwnFont([...'ארון חשמל'].toReversed()), finds: ['ארון חשמל'] },
  {
    name: 'kerned letters.pdf',
    bytes: () => pdfOf(onePage(`${kerned('Grounding electrode')}\n${placed('busduct')}`)),
    finds: ['grounding electrode', 'busduct'],
    brief: true,
  },
  { name: 'filled form.pdf', bytes: filledForm, finds: ['wainwright', 'kündigung'], brief: true },
  { name: 'notes on it.pdf', bytes: annotated, finds: ['seismic bracing', 'nameplates'] },
  {
    name: 'forms in forms.pdf',
    bytes: () =>
      pdfOf(
        onePage('/X Do', {
          resources: '/XObject << /X 6 0 R >>',
          more: [
            stream(
              '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /Y 7 0 R >> >>',
              '/Y Do',
            ),
            stream(
              '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F 5 0 R >> >>',
              lines('Typical hanger detail'),
            ),
          ],
        }),
      ),
    finds: ['hanger detail'],
  },
  {
    name: 'words under a scan.pdf',
    bytes: () =>
      pdfOf(
        onePage(`${PICTURE} BT 3 Tr /F 12 Tf 72 700 Td (Certified payroll) Tj ET`, {
          resources: '/XObject << /S 6 0 R >>',
          more: [SCAN],
        }),
      ),
    finds: ['certified payroll'],
  },
  {
    name: 'encrypted.pdf',
    bytes: () => lockedSet({ number: 'E-101', title: 'SITE LIGHTING' }, ''),
    finds: ['site lighting'],
    brief: true,
  },
  {
    name: 'object streams.pdf',
    bytes: () => packedPdf(onePage(lines('Stored compactly'))),
    finds: ['stored compactly'],
  },
  { name: 'linearized.pdf', bytes: () => linearPdf(onePage(lines('Fast web view'))), finds: ['fast web view'] },
  {
    name: '500 pages.pdf',
    bytes: () => manyPages(500, 'Commissioning is the very last chapter'),
    finds: ['commissioning chapter'],
  },
  { name: 'half a scan.pdf', bytes: halfScanned, finds: ['addendum'], problem: NOT_ALL, brief: true },
  { name: 'scan.pdf', bytes: () => scannedSet('JPX'), state: 'none', brief: true },
  { name: 'outlines only.pdf', bytes: () => pdfOf(onePage('2 w 72 72 m 300 300 l 300 72 l h S')), state: 'none' },
  {
    name: 'broken.pdf',
    bytes: () => latin('%PDF-1.7\nnothing of what it says'),
    state: 'failed',
    problem: 'This PDF is broken.',
    brief: true,
  },
  {
    name: 'needs a password.pdf',
    bytes: () => lockedSet({ number: 'E-102' }, 'open sesame'),
    state: 'failed',
    problem: 'This PDF needs a password.',
  },
  { name: 'utf-8.txt', bytes: () => utf8('Hörmann door hardware'), finds: ['hormann hardware'], brief: true },
  {
    name: 'utf-16.csv',
    bytes: () => utf16('Item,Größe\nLug,500 kcmil', false),
    finds: ['größe', 'kcmil'],
    brief: true,
  },
  { name: 'utf-16 big end.txt', bytes: () => utf16('Señalización de obra', true), finds: ['señalización'] },
  {
    name: 'windows.md',
    bytes: () => latin('# Verg\xfctung\n\nPr\xfcfung der Anlage'),
    finds: ['vergütung', 'prüfung'],
    brief: true,
  },
  {
    name: 'letter.docx',
    bytes: () => docx('<w:p><w:r><w:t>Torque the</w:t><w:tab/><w:t>lugs</w:t></w:r></w:p>'),
    finds: ['torque lugs'],
  },
  { name: 'loads.xlsx', bytes: workbook, finds: ['feeder & ampacity', 'transformer last'], brief: true },
  { name: 'talk.pptx', bytes: slides, finds: ['arc flash'] },
  { name: 'empty.docx', bytes: () => docx('<w:p></w:p>'), state: 'none' },
  { name: 'photo.jpg', bytes: () => jpeg('corpus'), state: 'none' },
]
