/** A list of cost codes to start from: categories with their codes, each with its number and name. */
export interface TradeList {
  readonly id: string
  readonly label: string
  readonly categories: readonly (readonly [
    number: string,
    name: string,
    codes: readonly (readonly [number: string, name: string])[],
  ])[]
}

const general = [
  '01',
  'General',
  [
    ['010', 'Mobilize'],
    ['020', 'Supervision'],
    ['030', 'Cleanup'],
  ],
] as const

/** Lists of trades. Categories have the numbers of MasterFormat’s divisions, which many specifications are ordered by. */
export const electrical: TradeList = {
  id: 'electrical',
  label: 'Electrical',
  categories: [
    general,
    [
      '26',
      'Electrical',
      [
        ['110', 'Underground conduit'],
        ['120', 'Branch rough-in'],
        ['130', 'Feeders'],
        ['140', 'Gear'],
        ['150', 'Trim'],
        ['160', 'Lighting'],
      ],
    ],
    [
      '27',
      'Low voltage',
      [
        ['210', 'Data'],
        ['220', 'Fire alarm'],
      ],
    ],
  ],
}

export const tradeLists: readonly TradeList[] = [
  electrical,
  {
    id: 'plumbing',
    label: 'Plumbing',
    categories: [
      general,
      [
        '22',
        'Plumbing',
        [
          ['110', 'Underground'],
          ['120', 'Waste and vent rough-in'],
          ['130', 'Water rough-in'],
          ['140', 'Gas piping'],
          ['150', 'Insulation'],
          ['160', 'Equipment'],
          ['170', 'Fixtures'],
          ['180', 'Test and flush'],
        ],
      ],
    ],
  },
  {
    id: 'hvac',
    label: 'HVAC',
    categories: [
      general,
      [
        '23',
        'HVAC',
        [
          ['110', 'Hangers and sleeves'],
          ['120', 'Ductwork'],
          ['130', 'Hydronic piping'],
          ['140', 'Refrigerant piping'],
          ['150', 'Equipment'],
          ['160', 'Insulation'],
          ['170', 'Controls'],
          ['180', 'Air balance and startup'],
        ],
      ],
    ],
  },
  {
    id: 'general',
    label: 'General contracting',
    categories: [
      general,
      [
        '03',
        'Concrete',
        [
          ['110', 'Forms'],
          ['120', 'Rebar'],
          ['130', 'Place and finish'],
        ],
      ],
      [
        '06',
        'Carpentry',
        [
          ['110', 'Framing'],
          ['120', 'Sheathing'],
          ['130', 'Finish carpentry'],
        ],
      ],
      [
        '09',
        'Finishes',
        [
          ['110', 'Drywall'],
          ['120', 'Paint'],
          ['130', 'Flooring'],
        ],
      ],
      [
        '31',
        'Earthwork',
        [
          ['110', 'Excavation'],
          ['120', 'Backfill and grading'],
        ],
      ],
    ],
  },
]

/** How many codes a list has. */
export const codesIn = ({ categories }: TradeList): number =>
  categories.reduce((sum, [, , codes]) => sum + codes.length, 0)
