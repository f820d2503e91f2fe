import type { JSXOpeningElement } from '@babel/types'
import { utils, type Handler, type NodePath } from 'react-docgen'

/** A value as the source has it; the name of a constant is replaced by what it stands for, but not that of another prop. */
function written(path: NodePath): string {
  const isProp = path.isIdentifier() && path.scope.getBinding(path.node.name)?.kind === 'param'
  const value = isProp ? path : utils.resolveToValue(path)
  return utils.printValue(value.parentPath?.isImportDeclaration() ? path : value)
}

/** The properties of an object or of a pattern that takes one apart, by name. */
function propertiesOf(object: NodePath): Map<string, NodePath> {
  const found = new Map<string, NodePath>()
  if (!object.isObjectExpression() && !object.isObjectPattern()) return found
  for (const property of object.get('properties') as NodePath[]) {
    const name = property.isObjectProperty() && utils.getPropertyName(property)
    if (name) found.set(name, property.get('value') as NodePath)
  }
  return found
}

/** The names by which a component has its props whole, or those that its first line does not take. */
function namesOfProps(parameter: NodePath): string[] {
  if (parameter.isIdentifier()) return [parameter.node.name]
  if (!parameter.isObjectPattern()) return []
  const rest = parameter.node.properties.at(-1)
  return rest?.type === 'RestElement' && rest.argument.type === 'Identifier' ? [rest.argument.name] : []
}

/** The function that a name of this file stands for. */
function functionOf({ scope }: NodePath, name: string): NodePath | undefined {
  const bound = scope.getBinding(name)?.path
  const value = bound?.isVariableDeclarator() ? (bound.get('init') as NodePath) : bound
  return value?.isFunction() ? value : undefined
}

/** The variants that a recipe takes where it is given none: of the call `button({ size })` those in button.recipe.ts. */
function defaultVariants(callee: NodePath): Map<string, NodePath> {
  const recipe = utils.resolveToValue(callee)
  if (!recipe.isCallExpression() || !/^[cs]va$/.test(utils.printValue(recipe.get('callee')))) return new Map()
  const [settings] = recipe.get('arguments')
  const variants = settings && propertiesOf(settings).get('defaultVariants')
  return variants ? propertiesOf(variants) : new Map()
}

/**
 * Says what a prop is where it is not given: as the component takes its props apart, be it in its first line, as a
 * component of its file does to which it hands them on, or as its recipe has it. react-docgen knows only the first.
 */
export const defaults: Handler = (documentation, component) => {
  const props = documentation.build().props ?? {}
  const said = new Set<string>()
  const say = (name: string, path: NodePath) => {
    if (!Object.hasOwn(props, name) || said.has(name)) return
    said.add(name)
    documentation.getPropDescriptor(name).defaultValue = { value: written(path), computed: false }
  }
  const take = (pattern: NodePath) => {
    for (const [name, value] of propertiesOf(pattern))
      if (value.isAssignmentPattern()) say(name, value.get('right') as NodePath)
  }
  const sayOf = (part: NodePath) => {
    const [parameter] = part.isFunction() ? part.get('params') : []
    if (!parameter) return
    const names = namesOfProps(parameter)
    const isProps = (object: NodePath) => object.isIdentifier() && names.includes(object.node.name)
    take(parameter)
    part.traverse({
      VariableDeclarator(declared) {
        if (isProps(declared.get('init') as NodePath)) take(declared.get('id') as NodePath)
      },
      CallExpression(call) {
        const [given] = call.get('arguments')
        const variants = given ? propertiesOf(given) : new Map<string, NodePath>()
        if (!variants.size) return
        for (const [variant, value] of defaultVariants(call.get('callee') as NodePath)) {
          const prop = variants.get(variant)
          if (prop?.isIdentifier()) say(prop.node.name, value)
        }
      },
      JSXSpreadAttribute(spread) {
        const { name } = (spread.parentPath as NodePath<JSXOpeningElement>).node
        const next = name.type === 'JSXIdentifier' ? functionOf(spread, name.name) : undefined
        if (next && next.node !== part.node && isProps(spread.get('argument'))) sayOf(next)
      },
    })
  }
  sayOf(component)
}
