import { answerReads } from '../../../components/table-import/read-file.ts';
import { CONTRACTOR_TABLE } from './contractor-table.ts';

answerReads(CONTRACTOR_TABLE);
