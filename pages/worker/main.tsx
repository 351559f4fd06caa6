import { start } from "./start.tsx";
import "../shared/pages.css";
import "./worker.css";

start();
