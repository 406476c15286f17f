import * as tables from '@spichlerz/shared/wire/discount-tables';
import * as wire from '@spichlerz/shared/wire/materials';
import * as reference from '@spichlerz/shared/wire/reference';
import { DISCOUNT_TABLE_SHEET } from '../../export/discount-table-sheet.ts';
import { RAW_MATERIAL_SHEET } from '../../export/raw-material-sheet.ts';
import type { Router } from '../../http/route.ts';
import { changeDiscountTable, createDiscountTable, deleteDiscountTable } from './discount-table-commands.ts';
import { discountTableList, getDiscountTable } from './discount-table-queries.ts';
import {
  changeRawMaterial,
  changeVariant,
  createRawMaterial,
  createVariant,
  deleteParameter,
  deleteRawMaterial,
  deleteVariant,
  upsertParameter,
} from './material-commands.ts';
import {
  getParameter,
  listCounties,
  listCountries,
  listQualityOptions,
  listRawMaterialTabs,
  listRawMaterialUsage,
  rawMaterialList,
} from './material-queries.ts';

export function materialRoutes(router: Router): void {
  router.query(reference.listCountries, (db) => listCountries(db));
  router.query(reference.listCounties, (db) => listCounties(db));
  router.query(reference.listRawMaterialTabs, (db) => listRawMaterialTabs(db));
  router.list(wire.listRawMaterials, RAW_MATERIAL_SHEET, (_db, { query }) => rawMaterialList(query));
  router.query(wire.listRawMaterialUsage, (db) => listRawMaterialUsage(db));
  router.query(wire.listQualityOptions, (db, _actor, { params }) => listQualityOptions(db, params.id));
  router.query(wire.getParameter, (db, _actor, { params }) => getParameter(db, params.id));
  router.command(wire.createRawMaterial, (tx, actor, { body }) => createRawMaterial(tx, actor, body));
  router.command(wire.changeRawMaterial, (tx, actor, { params, body }) =>
    changeRawMaterial(tx, actor, params.id, body),
  );
  router.command(wire.deleteRawMaterial, (tx, actor, { params }) => deleteRawMaterial(tx, actor, params.id));
  router.command(wire.createVariant, (tx, actor, { body }) => createVariant(tx, actor, body));
  router.command(wire.changeVariant, (tx, actor, { params, body }) =>
    changeVariant(tx, actor, params.id, body.name),
  );
  router.command(wire.deleteVariant, (tx, actor, { params }) => deleteVariant(tx, actor, params.id));
  router.command(wire.upsertParameter, (tx, actor, { body }) => upsertParameter(tx, actor, body));
  router.command(wire.deleteParameter, (tx, actor, { params }) => deleteParameter(tx, actor, params.id));
  discountTableRoutes(router);
}

function discountTableRoutes(router: Router): void {
  router.list(tables.listDiscountTables, DISCOUNT_TABLE_SHEET, (_db, { query }) => discountTableList(query));
  router.query(tables.getDiscountTable, (db, _actor, { params }) => getDiscountTable(db, params.id));
  router.command(tables.createDiscountTable, (tx, actor, { body }) => createDiscountTable(tx, actor, body));
  router.command(tables.changeDiscountTable, (tx, actor, { params, body }) =>
    changeDiscountTable(tx, actor, params.id, body),
  );
  router.command(tables.deleteDiscountTable, (tx, actor, { params }) =>
    deleteDiscountTable(tx, actor, params.id),
  );
}
