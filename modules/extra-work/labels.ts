export const kindLabels = {
  regular: 'Regular',
  overtime: 'Overtime',
  double: 'Double time',
  material: 'Material',
  equipment: 'Equipment',
} as const
